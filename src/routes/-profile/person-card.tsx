import { Trans, useLingui } from '@lingui/react/macro'
import { type DragEvent, useState } from 'react'
import { displayName, fullName } from '#contract/people/names.ts'
import type { Profile } from '#contract/people/profile.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { roleGroupLabels } from '#src/i18n/person-labels.ts'
import { roleLabels } from '#src/i18n/role-labels.ts'
import { AccountOwnerButton, AccountOwnerOnly, useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useHasSeveralRoleGroups, useSessionSelector } from '#src/routes/-query/use-session.ts'
import { Avatar } from '#src/ui/data/avatar.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { type AvatarChoice, releasePicture, selectPicture } from './avatar-file.ts'
import { ProfileOwnerNote, useProfileOwner } from './profile-owner.tsx'

const NamesDialog = lazyComponent('names-dialog', () => import('./names-dialog.tsx'), 'NamesDialog')

/** Picture, names, grade, roles and current role group of the user. */
export function PersonCard({ user, screen }: { user: Profile; screen: 'profile' | 'admin' }) {
  const { i18n } = useLingui()
  const group = useSessionSelector(({ context }) => context.roleGroup)
  const roleNames = new Set(user.roles.map(({ name }) => i18n._(labelOf(roleLabels, name))))
  const isImpersonating = useIsImpersonating()
  const owner = useProfileOwner('names')
  const groupWords = group && i18n._(roleGroupLabels[group])
  const hasSeveralGroups = useHasSeveralRoleGroups()
  const { search, open, close } = useScreenSearch(screen)
  const picture = useAvatarDialog(user)
  return (
    <Card onDragOver={picture.allowDrop} onDrop={picture.drop}>
      <div className="flex flex-col items-start gap-base">
        <div className="flex items-center gap-base md:gap-lg">
          <Avatar name={displayName(user)} src={user.avatar} size="large" />
          <div className="flex min-w-0 flex-col gap-xxs">
            <h2 className="text-lg wrap-anywhere md:text-xl">
              <SchoolText>{fullName(user)}</SchoolText>
            </h2>
            {user.grade !== null && (
              <p className="text-ink-muted">
                <Trans>{user.grade} класс</Trans>
              </p>
            )}
            {/* Of a parent of several kinds of students, the children below say more. */}
            {roleNames.size > 0 && (roleNames.size === 1 || hasSeveralGroups || group !== 'parent') && (
              <p className="text-sm text-ink-muted">
                {roleNames.size === 1 ? <Trans>Роль</Trans> : <Trans>Роли</Trans>}: {[...roleNames].join(separator)}
              </p>
            )}
            {groupWords && hasSeveralGroups && (
              <p className="text-sm text-ink-muted">
                <Trans>Выбранная роль: {groupWords}</Trans>
              </p>
            )}
          </div>
        </div>
        {!groupWords && (
          <p className="text-sm text-ink-muted">
            <Trans>Роль вам пока не назначена. Если вы ждёте доступа, напишите в поддержку.</Trans>
          </p>
        )}
        <ProfileOwnerNote field="names" owner={owner} />
        <div className="flex flex-wrap gap-xs">
          <AccountOwnerButton size="small" opens={AvatarDialog} onClick={picture.open}>
            {user.avatar ? <Trans>Сменить фото</Trans> : <Trans>Добавить фото</Trans>}
          </AccountOwnerButton>
          {owner === 'person' && (
            <AccountOwnerButton size="small" opens={NamesDialog} onClick={() => open({ dialog: 'names' })}>
              <Trans>Изменить имя</Trans>
            </AccountOwnerButton>
          )}
        </div>
        <AccountOwnerOnly />
      </div>
      {picture.dialog}
      {search.dialog === 'names' && owner === 'person' && !isImpersonating && (
        <NamesDialog user={user} onClose={() => close({ dialog: undefined })} />
      )}
    </Card>
  )
}

const AvatarDialog = lazyComponent('avatar-dialog', () => import('./avatar-dialog.tsx'), 'AvatarDialog')

/** The dialog that changes the picture of the user, opened by a button or a dropped file. */
function useAvatarDialog(user: Profile) {
  const isImpersonating = useIsImpersonating()
  const [opened, setOpened] = useState<{ choice: AvatarChoice } | null>(null)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const file = event.dataTransfer.files[0]
    if (!isImpersonating) setOpened({ choice: file ? selectPicture(file) : 'nothing' })
  }
  const close = () => {
    // The dialog does this itself, unless it could not be loaded.
    if (opened) releasePicture(opened.choice)
    setOpened(null)
  }
  return {
    open: () => setOpened({ choice: 'nothing' }),
    allowDrop: (event: DragEvent) => event.preventDefault(),
    drop,
    dialog: opened && <AvatarDialog user={user} initial={opened.choice} onClose={close} />,
  }
}
