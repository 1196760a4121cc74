import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
export function LinkedAccountsCard() {
  const { t } = useLingui()
  const { data: config } = useQuery(configQuery())
  const [leaving, setLeaving] = useState<Account | null>(null)
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
            <ul className="divide-y divide-line-soft">
              {accounts.map((account) => (
                <LinkedAccount
                  key={account.id}
                  account={account}
                  dialog={UnlinkDialog}
                  onUnlink={() => setLeaving(account)}
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
      {leaving && <UnlinkDialog account={leaving} onClose={() => setLeaving(null)} />}
    </Card>
  )
}
