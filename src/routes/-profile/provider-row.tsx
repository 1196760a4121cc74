import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { OwnButton } from '#src/routes/-frame/only-themselves.tsx'
import { providerLook } from '#src/routes/-frame/provider-look.ts'
import { Icon } from '#src/ui/icon.tsx'

export type Account = AnswerOf<Calls['GET /v1/profile/account/list']>[number]

const route = getRouteApi('/profile')

type LinkedAccountProps = { account: Account; dialog: { warm: () => void }; onUnlink: () => void }

/** An account that is linked: whose it is there, since when, and the way to let it go. */
export function LinkedAccount({ account, dialog, onUnlink }: LinkedAccountProps) {
  const { t } = useLingui()
  const dates = useDates()
  const { name } = providerLook(account.provider)
  const since = dates.dayWithYear(dates.dayOf(account.linkedAt))
  return (
    <ProviderRow
      provider={account.provider}
      action={
        <OwnButton size="small" aria-label={t`Отвязать ${name}`} opens={dialog} onClick={onUnlink}>
          <Trans>Отвязать</Trans>
        </OwnButton>
      }
    >
      <span className="break-words">{account.login}</span>, <Trans>с {since}</Trans>
    </ProviderRow>
  )
}

/** A provider none of whose accounts is linked yet: the button leads to it. */
export function UnlinkedProvider({ provider }: { provider: string }) {
  const { t } = useLingui()
  const leaveFor = route.useRouteContext({ select: (context) => context.leaveFor })
  const { name } = providerLook(provider)
  const begin = useMutation({
    ...callMutation('GET /v1/profile/account/iam-oauth-url/{provider}', { returnsFailure: true }),
    onSuccess: ({ url }) => leaveFor(url),
  })
  return (
    <ProviderRow
      provider={provider}
      action={
        <OwnButton
          size="small"
          aria-label={t`Привязать ${name}`}
          // Once the address is here the page is being left.
          busy={begin.isPending || begin.isSuccess}
          onClick={() => begin.mutate({ params: { provider } })}
        >
          <Trans>Привязать</Trans>
        </OwnButton>
      }
    >
      {begin.error ? (
        <span role="alert" className="text-ink-error">
          <FailureWords error={begin.error} />
        </span>
      ) : (
        <Trans>не привязан</Trans>
      )}
    </ProviderRow>
  )
}

type ProviderRowProps = { provider: string; action: ReactNode; children: ReactNode }

/** One provider with what is known of it. */
function ProviderRow({ provider, action, children }: ProviderRowProps) {
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
