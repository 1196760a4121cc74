import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { LinkError } from '#contract/enumerations.ts'
import { useProviderAppearance } from '#src/routes/-flow/account/provider-appearance.ts'
import { useSupportContacts } from '#src/routes/-flow/account/without-role.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Notice, type NoticeTone } from '#src/ui/feedback/notice.tsx'
import { Button } from '#src/ui/forms/button.tsx'

/** Result of linking an account, from the search params. */
export function LinkResult() {
  const { linked, linkError } = useScreenSearch('profile').search
  const appearanceOf = useProviderAppearance()
  if (linked) {
    const { name } = appearanceOf(linked)
    return <ResultNotice tone="success" title={<Trans>{name}: аккаунт привязан</Trans>} />
  }
  if (linkError) return <LinkErrorNotice reason={linkError} />
  return null
}

function LinkErrorNotice({ reason }: { reason: LinkError }) {
  const { t } = useLingui()
  const said: Record<Exclude<LinkError, 'taken' | 'cancelled'>, string> = {
    expired: t`Прошло больше десяти минут, или привязка начата не в этом окне. Нажмите «Привязать» ещё раз.`,
    refused: t`Тот сервис не подтвердил, что аккаунт ваш. Попробуйте ещё раз или выберите другой аккаунт.`,
    unreachable: t`Тот сервис сейчас не отвечает. Попробуйте через минуту.`,
  }
  if (reason === 'cancelled')
    return <ResultNotice tone="info" title={<Trans>Вы вернулись, не привязав аккаунт</Trans>} />
  if (reason === 'taken') {
    return (
      <ResultNotice tone="error" title={<Trans>Этот аккаунт уже привязан к другому кабинету</Trans>}>
        <Trans>
          Если тот кабинет тоже ваш, войдите в него и отвяжите аккаунт там. Или привяжите сюда другой аккаунт.
        </Trans>{' '}
        <SupportContact />
      </ResultNotice>
    )
  }
  return (
    <ResultNotice tone="error" title={<Trans>Аккаунт не привязан</Trans>}>
      {said[reason]}
    </ResultNotice>
  )
}

function SupportContact() {
  const { email, phone } = useSupportContacts()
  if (email) return <Trans>Если вы его не привязывали, напишите нам: {email}.</Trans>
  if (phone) return <Trans>Если вы его не привязывали, позвоните нам: {phone}.</Trans>
  return <Trans>Если вы его не привязывали, сообщите в школу.</Trans>
}

type ResultNoticeProps = { tone: NoticeTone; title: ReactNode; children?: ReactNode }

function ResultNotice({ tone, title, children }: ResultNoticeProps) {
  const { replace } = useScreenSearch('profile')
  return (
    <Notice tone={tone} role="status" title={title}>
      <div className="mt-xxs flex flex-col items-start gap-xs">
        {children && <p className="max-w-text">{children}</p>}
        <Button size="small" onClick={() => replace({ linked: undefined, linkError: undefined })}>
          <Trans>Понятно</Trans>
        </Button>
      </div>
    </Notice>
  )
}
