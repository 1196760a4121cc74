import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Notice } from '#src/ui/notice.tsx'
import { ownHistory } from './own-history.ts'

/** What has become of a contract that was not paid in time, and the way on. */
export function NotPaidNotice({ contractId }: { contractId: string }) {
  const { data } = useQuery(ownHistory(contractId))
  return (
    <Notice
      tone="warning"
      title={<Trans>Договор не оплачен в срок и больше не действует</Trans>}
      action={data && <SignUpAnew courseUuid={data.courseUuid} />}
    >
      <Trans>
        Место в группе освобождено, платить по этому договору не нужно. Если курс ещё нужен, запишитесь заново. Если вы
        заплатили, напишите в школу: деньги вернут или перенесут на новый договор.
      </Trans>
    </Notice>
  )
}

function SignUpAnew({ courseUuid }: { courseUuid: string | null }) {
  const look = buttonClasses({ variant: 'primary' })
  const words = <Trans>Записаться заново</Trans>
  return courseUuid === null ? (
    <Link to="/2035" className={look}>
      {words}
    </Link>
  ) : (
    <Link to="/catalog/$id" params={{ id: courseUuid }} className={look}>
      {words}
    </Link>
  )
}
