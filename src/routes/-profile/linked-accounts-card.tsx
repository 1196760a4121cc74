import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import type { Profile } from '#contract/people/profile.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { accountsQuery } from '#src/api/profile.ts'
import { configQuery } from '#src/api/system.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useProviderAppearance } from '#src/routes/-flow/account/provider-appearance.ts'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { ErrorMessage } from '#src/routes/-query/error-message.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { ListItem } from '#src/ui/data/list.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import type { Account } from './unlink-dialog.tsx'

const UnlinkDialog = lazyComponent('unlink-dialog', () => import('./unlink-dialog.tsx'), 'UnlinkDialog')

/** Linked accounts of other providers, and providers that can be linked. */
export function LinkedAccountsCard({ user }: { user: Profile }) {
  const { t } = useLingui()
  const { data: config } = useQuery(configQuery())
  const [leaving, setLeaving] = useState<{ account: Account; isLast: boolean } | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const providers = config?.ACCOUNT.LINK_PROVIDERS ?? []
  if (providers.length === 0) return null
  return (
    <Card title={t`Вход через другие сервисы`}>
      <div className="flex flex-col gap-base">
        <p>
          <Trans>
            Свяжите кабинет с аккаунтом, которым пользуетесь каждый день: он станет ещё одним способом входа.
          </Trans>
        </p>
        <QueryBoundary
          query={accountsQuery()}
          skeleton={
            <>
              <SkeletonLine height="control" />
              <SkeletonLine height="control" />
            </>
          }
        >
          {(accounts) => (
            <ul ref={list} tabIndex={-1} className="divide-y divide-line-soft focus-visible:outline-none">
              {accounts.map((account) => (
                <LinkedAccount
                  key={account.id}
                  account={account}
                  dialog={UnlinkDialog}
                  onUnlink={() => setLeaving({ account, isLast: accounts.length === 1 && !user.hasPassword })}
                />
              ))}
              {providers
                .filter((name) => !accounts.some(({ provider }) => provider === name))
                .map((provider) => (
                  <UnlinkedProvider key={provider} provider={provider} />
                ))}
            </ul>
          )}
        </QueryBoundary>
        <AccountOwnerOnly />
      </div>
      {leaving && (
        <UnlinkDialog {...leaving} onOpenerGone={() => list.current?.focus()} onClose={() => setLeaving(null)} />
      )}
    </Card>
  )
}

const route = getRouteApi('/profile')

type LinkedAccountProps = { account: Account; dialog: { prefetch: () => void }; onUnlink: () => void }

function LinkedAccount({ account, dialog, onUnlink }: LinkedAccountProps) {
  const { t } = useLingui()
  const dates = useDates()
  const { name } = useProviderAppearance()(account.provider)
  const since = dates.dayWithYear(dates.dayOf(account.linkedAt))
  return (
    <ProviderRow
      provider={account.provider}
      action={
        <AccountOwnerButton size="small" aria-label={t`Отвязать ${name}`} opens={dialog} onClick={onUnlink}>
          <Trans>Отвязать</Trans>
        </AccountOwnerButton>
      }
    >
      <span className="break-words">{account.login}</span>, <Trans>с {since}</Trans>
    </ProviderRow>
  )
}

function UnlinkedProvider({ provider }: { provider: string }) {
  const { t } = useLingui()
  const openExternal = route.useRouteContext({ select: (context) => context.openExternal })
  const { name } = useProviderAppearance()(provider)
  const begin = usePressMutation(
    callMutation('GET /v1/profile/account/iam-oauth-url/{provider}', { handlesError: true }),
  )
  return (
    <ProviderRow
      provider={provider}
      action={
        <AccountOwnerButton
          size="small"
          aria-label={t`Привязать ${name}`}
          // After success the page is being left.
          busy={begin.isPending || begin.isSuccess}
          // Not of the mutation: the callback of the call does not run when the page has been left.
          onClick={() => begin.mutate({ params: { provider } }, { onSuccess: ({ url }) => openExternal(url) })}
        >
          <Trans>Привязать</Trans>
        </AccountOwnerButton>
      }
    >
      {begin.error ? (
        <span role="alert" className="text-ink-error">
          <ErrorMessage error={begin.error} />
        </span>
      ) : (
        <Trans>не привязан</Trans>
      )}
    </ProviderRow>
  )
}

type ProviderRowProps = { provider: string; action: ReactNode; children: ReactNode }

function ProviderRow({ provider, action, children }: ProviderRowProps) {
  const { name, icon } = useProviderAppearance()(provider)
  return <ListItem start={<Icon name={icon} />} title={name} note={children} end={action} />
}
