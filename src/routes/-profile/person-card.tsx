import { Trans, useLingui } from '@lingui/react/macro'
import type { Profile } from '#contract/profile.ts'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { fullName, roleGroupWords } from '#src/i18n/person-words.ts'
import { roleWords } from '#src/i18n/role-words.ts'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { OnlyThemselves, OwnButton, useIsLoggedAs } from '#src/routes/-frame/only-themselves.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Card } from '#src/ui/card.tsx'
import { OwnAvatar } from './own-avatar.tsx'

const NamesDialog = latePart('names-dialog', () => import('./names-dialog.tsx').then((module) => module.NamesDialog))

/** Who this is: face, names, class, roles, and the group in which the person works now. */
export function PersonCard({ user, screen }: { user: Profile; screen: 'profile' | 'admin' }) {
  const { t, i18n } = useLingui()
  const group = useSessionSelector(({ context }) => context.roleGroup)
  const words = new Set(user.roles.map(({ name }) => i18n._(wordsFor(roleWords, name))))
  const isLoggedAs = useIsLoggedAs()
  const groupWords = group && i18n._(roleGroupWords[group])
  const { search, open, close } = useAddress(screen)
  return (
    <Card aria-label={t`Личные данные`}>
      <div className="flex flex-col items-start gap-lg md:flex-row md:items-center">
        <OwnAvatar user={user} />
        <div className="flex min-w-0 flex-1 flex-col gap-xs">
          <h2 className="text-xl">{fullName(user)}</h2>
          {user.grade !== null && (
            <p className="text-ink-muted">
              <Trans>{user.grade} класс</Trans>
            </p>
          )}
          <ul aria-label={t`Роли`} className="flex flex-wrap gap-xs">
            {[...words].map((role) => (
              <li key={role}>
                <Badge>{role}</Badge>
              </li>
            ))}
          </ul>
          <p className="text-sm text-ink-muted">
            {groupWords ? (
              <Trans>Выбранная роль: {groupWords}</Trans>
            ) : (
              <Trans>Роль вам пока не назначена. Если вы ждёте доступа, напишите в поддержку.</Trans>
            )}
          </p>
          <OnlyThemselves />
        </div>
        <OwnButton opens={NamesDialog} onClick={() => open({ dialog: 'names' })}>
          <Trans>Изменить имя</Trans>
        </OwnButton>
      </div>
      {search.dialog === 'names' && !isLoggedAs && (
        <NamesDialog user={user} onClose={() => close({ dialog: undefined })} />
      )}
    </Card>
  )
}
