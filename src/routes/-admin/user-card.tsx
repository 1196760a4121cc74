import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { UserCard as Card } from '#contract/admin.ts'
import { userQuery } from '#src/api/admin.ts'
import { known } from '#src/i18n/enumeration-words.ts'
import { Faces } from '#src/routes/-frame/loaded.tsx'
import { fullName } from '#src/routes/-profile/names.ts'
import { Button } from '#src/ui/button.tsx'
import { Drawer } from '#src/ui/drawer.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { SkeletonBlock, SkeletonLine } from '#src/ui/skeleton.tsx'
import { LoginAsDialog } from './login-as-dialog.tsx'
import { usePanelSearch } from './use-panel-search.ts'
import { UserDetails } from './user-details.tsx'
import { obstacleWords } from './words.ts'

/** All that the panel knows of one user, and the way to log in as them. */
export function UserCard({ id }: { id: string }) {
  const { t } = useLingui()
  const { shown, closeCard, closeReason } = usePanelSearch()
  const result = useQuery(userQuery(id))
  const user = result.data
  return (
    <>
      <Drawer
        open
        onClose={closeCard}
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
      </Drawer>
      {user?.loginAs.allowed && shown.dialog === 'login' && <LoginAsDialog user={user} onClose={closeReason} />}
    </>
  )
}

/** Where it is not allowed, the reason stands in the button's place. */
function LoginAs({ user: { loginAs } }: { user: Card }) {
  const { i18n } = useLingui()
  const { askReason } = usePanelSearch()
  if (!loginAs.allowed) {
    return (
      <p className="w-full text-sm text-ink-muted">
        {i18n._(known(obstacleWords, loginAs.reason ?? '', obstacleWords['not-weaker']))}
      </p>
    )
  }
  return (
    <Button variant="primary" wide icon={<Icon name="switch" />} onClick={askReason}>
      <Trans>Войти как</Trans>
    </Button>
  )
}
