import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Profile } from '#contract/profile.ts'
import { accountsQuery } from '#src/api/profile.ts'
import { configQuery } from '#src/api/system.ts'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { OnlyThemselves } from '#src/routes/-frame/only-themselves.tsx'
import { Card } from '#src/ui/card.tsx'
import { SkeletonLine } from '#src/ui/skeleton.tsx'
import { type Account, LinkedAccount, UnlinkedProvider } from './provider-row.tsx'

const UnlinkDialog = latePart('unlink-dialog', () =>
  import('./unlink-dialog.tsx').then((module) => module.UnlinkDialog),
)

/** Accounts elsewhere that are tied to this one, and the providers whose accounts can be. */
export function LinkedAccountsCard({ user }: { user: Profile }) {
  const { t } = useLingui()
  const { data: config } = useQuery(configQuery())
  const [leaving, setLeaving] = useState<{ account: Account; isLast: boolean } | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const providers = config?.ACCOUNT.LINK_PROVIDERS ?? []
  if (providers.length === 0) return null
  return (
    <Card level={3} title={t`Привязанные аккаунты`}>
      <div className="flex flex-col gap-base">
        <p>
          <Trans>
            Свяжите кабинет с аккаунтом, которым пользуетесь каждый день: он станет ещё одним способом входа.
          </Trans>
        </p>
        <Loaded
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
        </Loaded>
        <OnlyThemselves />
      </div>
      {leaving && (
        <UnlinkDialog {...leaving} onOpenerGone={() => list.current?.focus()} onClose={() => setLeaving(null)} />
      )}
    </Card>
  )
}
