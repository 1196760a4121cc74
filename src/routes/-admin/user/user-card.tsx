import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { LoginAsObstacle } from '#contract/enumerations.ts'
import type { UserCard as Card } from '#contract/people/admin.ts'
import { displayName, fullName } from '#contract/people/names.ts'
import type { AdminPanelSearch } from '#contract/screen-search.ts'
import { userQuery } from '#src/api/admin.ts'
import { lookUp } from '#src/i18n/labels.ts'
import type { AccountControlAction } from '#src/routes/-admin/account-control-dialog.tsx'
import { isTerminationDialog } from '#src/routes/-admin/payments/termination-dialog-names.ts'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { SkeletonBlock, SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Drawer } from '#src/ui/overlay/dialog.tsx'
import { UserDetails } from './user-details.tsx'

const AccountControlDialog = lazyComponent(
  'account-control-dialog',
  () => import('#src/routes/-admin/account-control-dialog.tsx'),
  'AccountControlDialog',
)
const JoinDialog = lazyComponent('join-dialog', () => import('#src/routes/-admin/joins/join-dialog.tsx'), 'JoinDialog')
const UndoJoinDialog = lazyComponent(
  'undo-join-dialog',
  () => import('#src/routes/-admin/joins/undo-join-dialog.tsx'),
  'UndoJoinDialog',
)
const RefundDialog = lazyComponent(
  'refund-dialog',
  () => import('#src/routes/-admin/payments/refund-dialog.tsx'),
  'RefundDialog',
)
const StopAutopayDialog = lazyComponent(
  'stop-autopay-dialog',
  () => import('#src/routes/-admin/payments/stop-autopay-dialog.tsx'),
  'StopAutopayDialog',
)
const TerminationDialogs = lazyComponent(
  'termination-dialogs',
  () => import('#src/routes/-admin/payments/termination-dialogs.tsx'),
  'TerminationDialogs',
)
const GuardianRightsDialog = lazyComponent(
  'guardian-rights-dialog',
  () => import('#src/routes/-admin/guardian-rights-dialog.tsx'),
  'GuardianRightsDialog',
)
const EndGuardianDialog = lazyComponent(
  'end-guardian-dialog',
  () => import('#src/routes/-admin/end-guardian-dialog.tsx'),
  'EndGuardianDialog',
)
const UserPairingCodeDialog = lazyComponent(
  'user-pairing-code-dialog',
  () => import('#src/routes/-admin/pairing-code-dialog.tsx'),
  'UserPairingCodeDialog',
)
const LoginAsDialog = lazyComponent(
  'login-as-dialog',
  () => import('#src/routes/-admin/login-as-dialog.tsx'),
  'LoginAsDialog',
)

const obstacleWords: Record<LoginAsObstacle, MessageDescriptor> = {
  oneself: msg`Это вы сами.`,
  joined: msg`Эта учётная запись объединена с другой: войти под ней нельзя.`,
  'not-weaker': msg`У этого пользователя не меньше прав, чем у вас: войти под ним нельзя.`,
}

/** Details of a user and the button to log in as them. */
export function UserCard({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui()
  const { search, close } = useScreenSearch('admin')
  const result = useQuery(userQuery(id))
  const user = result.data
  const relative = user?.relatives.find(({ id: relativeId }) => relativeId === search.item)
  const former = user?.formerRelatives.find(({ id: relativeId }) => relativeId === search.item)
  return (
    <Drawer
      size="wide"
      onClose={onClose}
      title={user === undefined ? t`Пользователь` : fullName(user)}
      closeLabel={t`Закрыть`}
      footer={user && <LoginAs user={user} />}
    >
      <QueryState
        result={result}
        skeleton={
          <div className="flex flex-col gap-base">
            <SkeletonLine width="half" height="heading" />
            <SkeletonBlock />
            <SkeletonBlock size="small" />
          </div>
        }
      >
        {(card) => <UserDetails user={card} />}
      </QueryState>
      {/* Inside the drawer: a sibling modal would be hidden from screen readers by it. */}
      {user && user.control.reason === null && isAccountControl(search.dialog) && (
        <AccountControlDialog user={user} action={search.dialog} onClose={() => close({ dialog: undefined })} />
      )}
      {user && user.control.reason === null && search.dialog === 'join' && (
        <JoinDialog user={user} onClose={() => close({ dialog: undefined })} />
      )}
      {user && search.dialog === 'undo-join' && (
        <UndoJoinDialog user={user} onClose={() => close({ dialog: undefined })} />
      )}
      {user && search.dialog === 'pairing-code' && (
        <UserPairingCodeDialog user={user} onClose={() => close({ dialog: undefined })} />
      )}
      {user && relative && search.dialog === 'guardian-rights' && (
        <GuardianRightsDialog
          user={user}
          relative={relative}
          onClose={() => close({ dialog: undefined, item: undefined })}
        />
      )}
      {user && relative && search.dialog === 'end-guardian' && (
        <EndGuardianDialog
          user={user}
          relative={relative}
          change="end"
          onClose={() => close({ dialog: undefined, item: undefined })}
        />
      )}
      {user && former && search.dialog === 'restore-guardian' && (
        <EndGuardianDialog
          user={user}
          relative={former}
          change="restore"
          onClose={() => close({ dialog: undefined, item: undefined })}
        />
      )}
      {user && search.dialog === 'refund' && search.item !== undefined && (
        <RefundDialog
          userId={user.id}
          checkoutId={search.item}
          onClose={() => close({ dialog: undefined, item: undefined })}
        />
      )}
      {user && search.dialog === 'stop-autopay' && search.item !== undefined && (
        <StopAutopayDialog autopayId={search.item} onClose={() => close({ dialog: undefined, item: undefined })} />
      )}
      {user && isTerminationDialog(search.dialog) && search.item !== undefined && (
        <TerminationDialogs
          userId={user.id}
          contractId={search.item}
          dialog={search.dialog}
          onClose={() => close({ dialog: undefined, item: undefined })}
        />
      )}
      {user?.loginAs.allowed && search.dialog === 'login' && (
        <LoginAsDialog user={user} onClose={() => close({ dialog: undefined })} />
      )}
    </Drawer>
  )
}

const otherDialogs: readonly AdminPanelSearch['dialog'][] = [
  'filters',
  'login',
  'names',
  'invite-all',
  'join',
  'undo-join',
  'pairing-code',
  'guardian-rights',
  'end-guardian',
  'restore-guardian',
  'refund',
  'stop-autopay',
  'terminate',
  'withdraw-termination',
  'settle-termination',
  'cancel-transfer',
  'difference',
  'contract-action',
  'undo-contract-action',
]

function isAccountControl(dialog: AdminPanelSearch['dialog']): dialog is AccountControlAction {
  return dialog !== undefined && !otherDialogs.includes(dialog)
}

function LoginAs({ user }: { user: Card }) {
  const { i18n } = useLingui()
  const { open } = useScreenSearch('admin')
  const { loginAs } = user
  if (!loginAs.allowed) {
    return (
      <p className="w-full text-sm text-ink-muted">
        {i18n._(lookUp(obstacleWords, loginAs.reason ?? '', obstacleWords['not-weaker']))}
      </p>
    )
  }
  return (
    <Button icon={<Icon name="switch" />} onClick={() => open({ dialog: 'login' })}>
      <Trans>Войти как</Trans> {displayName(user)}
    </Button>
  )
}
