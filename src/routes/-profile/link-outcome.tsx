import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LinkError } from '#contract/enumerations.ts'
import { configQuery } from '#src/api/system.ts'
import { providerLook } from '#src/routes/-frame/provider-look.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice, type NoticeTone } from '#src/ui/notice.tsx'
import { TextLink } from '#src/ui/text-link.tsx'

/** What came of linking an account, as the address tells it, with the way on. */
export function LinkOutcome() {
  const { linked, linkError } = useAddress('profile').search
  if (linked) {
    const { name } = providerLook(linked)
    return <Outcome tone="success" title={<Trans>{name}: аккаунт привязан</Trans>} />
  }
  if (linkError) return <LinkFailure reason={linkError} />
  return null
}

function LinkFailure({ reason }: { reason: LinkError }) {
  const { t } = useLingui()
  const said: Record<Exclude<LinkError, 'taken' | 'cancelled'>, string> = {
    expired: t`Прошло больше десяти минут, или привязка начата не в этом окне. Нажмите «Привязать» ещё раз.`,
    refused: t`Тот сервис не подтвердил, что аккаунт ваш. Попробуйте ещё раз или выберите другой аккаунт.`,
    unreachable: t`Тот сервис сейчас не отвечает. Попробуйте через минуту.`,
  }
  if (reason === 'cancelled') return <Outcome tone="info" title={<Trans>Вы вернулись, не привязав аккаунт</Trans>} />
  if (reason === 'taken') {
    return (
      <Outcome tone="warning" title={<Trans>Этот аккаунт уже привязан к другому кабинету</Trans>}>
        <Trans>
          Если тот кабинет тоже ваш, войдите в него и отвяжите аккаунт там. Или привяжите сюда другой аккаунт.
        </Trans>{' '}
        <SupportWords />
      </Outcome>
    )
  }
  return (
    <Outcome tone="error" title={<Trans>Аккаунт не привязан</Trans>}>
      {said[reason]}
    </Outcome>
  )
}

function SupportWords() {
  const { data: config } = useQuery(configQuery())
  const { SUPPORT_EMAIL = null, SUPPORT_PHONE = null } = config?.SYSTEM ?? {}
  if (SUPPORT_EMAIL) {
    return (
      <Trans>
        Если вы его не привязывали, напишите нам: <TextLink href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</TextLink>.
      </Trans>
    )
  }
  if (SUPPORT_PHONE) {
    return (
      <Trans>
        Если вы его не привязывали, позвоните нам: <TextLink href={`tel:${SUPPORT_PHONE}`}>{SUPPORT_PHONE}</TextLink>.
      </Trans>
    )
  }
  return <Trans>Если вы его не привязывали, сообщите в школу.</Trans>
}

type OutcomeProps = { tone: NoticeTone; title: ReactNode; children?: ReactNode }

function Outcome({ tone, title, children }: OutcomeProps) {
  const { replace } = useAddress('profile')
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
