import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useIsLoggedAs } from './only-themselves.tsx'
import { providerLook } from './provider-names.ts'

export type Account = AnswerOf<Calls['GET /v1/profile/account/list']>[number]

/** An account that is linked: whose it is there, since when, and the way to let it go. */
export function LinkedAccount({ account, onUnlink }: { account: Account; onUnlink: () => void }) {
  const { t } = useLingui()
  const dates = useDates()
  const isLoggedAs = useIsLoggedAs()
  const { name } = providerLook(account.provider)
  const since = dates.dayWithYear(dates.dayOf(account.linkedAt))
  return (
    <ProviderRow
      provider={account.provider}
      action={
        <Button size="small" aria-label={t`Отвязать ${name}`} disabled={isLoggedAs} onClick={onUnlink}>
          <Trans>Отвязать</Trans>
        </Button>
      }
    >
      <span className="break-words">{account.login}</span>, <Trans>с {since}</Trans>
    </ProviderRow>
  )
}

/** One provider with what is known of it. */
export function ProviderRow({
  provider,
  action,
  children,
}: {
  provider: string
  action: ReactNode
  children: ReactNode
}) {
  const { name, icon } = providerLook(provider)
  return (
    <li className="flex items-center gap-sm py-sm first:pt-0 last:pb-0">
      <span className="shrink-0 text-ink-muted">
        <Icon name={icon} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-ink-muted">{children}</p>
      </div>
      <div className="shrink-0">{action}</div>
    </li>
  )
}
