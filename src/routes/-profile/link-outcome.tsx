import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { LinkError } from '#contract/enumerations.ts'
import { configQuery } from '#src/api/system.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { providerLook } from './provider-names.ts'
import type { ProfileSearch } from './search.ts'

const route = getRouteApi('/profile')

/** What came of linking an account, as the address tells it, with the way on. */
export function LinkOutcome({ linked, linkError }: ProfileSearch) {
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

function Outcome({
  tone,
  title,
  children,
}: {
  tone: 'success' | 'info' | 'warning' | 'error'
  title: ReactNode
  children?: ReactNode
}) {
  const navigate = route.useNavigate()
  const close = () => void navigate({ to: '/profile', search: {}, replace: true, resetScroll: false })
  return (
    <Notice tone={tone} role="status" title={title}>
      <div className="mt-xxs flex flex-col items-start gap-xs">
        {children && <p className="max-w-text">{children}</p>}
        <Button size="small" onClick={close}>
          <Trans>Понятно</Trans>
        </Button>
      </div>
    </Notice>
  )
}
