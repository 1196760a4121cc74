import { Trans, useLingui } from '@lingui/react/macro'
import { AccountOwnerButton, AccountOwnerOnly, useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Card } from '#src/ui/layout/card.tsx'

const AccountJoinDialog = lazyComponent(
  'account-join-dialog',
  () => import('./account-join-dialog.tsx'),
  'AccountJoinDialog',
)

/** Joins another account of the same person. */
export function OtherAccountCard() {
  const { t } = useLingui()
  const { search, open, close } = useScreenSearch('profile')
  const isImpersonating = useIsImpersonating()
  return (
    <Card title={t`Ещё одна учётная запись`}>
      <div className="flex flex-col items-start gap-base">
        <p>
          <Trans>
            Если вы входите то в один кабинет, то в другой и часть данных не видна, у вас две учётные записи. Объедините
            их: всё окажется вместе.
          </Trans>
        </p>
        <AccountOwnerButton opens={AccountJoinDialog} onClick={() => open({ dialog: 'join' })}>
          <Trans>У меня есть ещё одна учётная запись</Trans>
        </AccountOwnerButton>
        <AccountOwnerOnly />
      </div>
      {search.dialog === 'join' && !isImpersonating && (
        <AccountJoinDialog onClose={() => close({ dialog: undefined })} />
      )}
    </Card>
  )
}
