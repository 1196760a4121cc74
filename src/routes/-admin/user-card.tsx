import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { UserCard as Card } from '#contract/admin.ts'
import type { LoginAsObstacle } from '#contract/enumerations.ts'
import { userQuery } from '#src/api/admin.ts'
import { known } from '#src/i18n/enumeration-words.ts'
import { fullName } from '#src/i18n/person-words.ts'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { Faces } from '#src/routes/-frame/loaded.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { Button } from '#src/ui/button.tsx'
import { Drawer } from '#src/ui/drawer.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { SkeletonBlock, SkeletonLine } from '#src/ui/skeleton.tsx'
import { UserDetails } from './user-details.tsx'

const LoginAsDialog = latePart('login-as-dialog', () =>
  import('./login-as-dialog.tsx').then((module) => module.LoginAsDialog),
)

const obstacleWords: Record<LoginAsObstacle, MessageDescriptor> = {
  oneself: msg`Это вы сами.`,
  'not-weaker': msg`У этого пользователя не меньше прав, чем у вас: войти под ним нельзя.`,
}

/** All that the panel knows of one user, and the way to log in as them. */
export function UserCard({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui()
  const { search, close } = useAddress('admin')
  const result = useQuery(userQuery(id))
  const user = result.data
  return (
    <Drawer
      open
      onClose={onClose}
      title={user === undefined ? t`Пользователь` : fullName(user)}
      closeLabel={t`Закрыть`}
      footer={user && <LoginAs user={user} />}
    >
      <Faces
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
      </Faces>
      {/* Within the card it lies over: of two layers that come side by side the lower one hides the upper one from listeners. */}
      {user?.loginAs.allowed && search.dialog === 'login' && (
        <LoginAsDialog user={user} onClose={() => close({ dialog: undefined })} />
      )}
    </Drawer>
  )
}

/** Where it is not allowed, the reason stands in the button's place. */
function LoginAs({ user: { loginAs } }: { user: Card }) {
  const { i18n } = useLingui()
  const { open } = useAddress('admin')
  if (!loginAs.allowed) {
    return (
      <p className="w-full text-sm text-ink-muted">
        {i18n._(known(obstacleWords, loginAs.reason ?? '', obstacleWords['not-weaker']))}
      </p>
    )
  }
  return (
    <Button variant="primary" wide icon={<Icon name="switch" />} onClick={() => open({ dialog: 'login' })}>
      <Trans>Войти как</Trans>
    </Button>
  )
}
