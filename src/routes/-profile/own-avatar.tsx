import { Trans } from '@lingui/react/macro'
import { type DragEvent, useState } from 'react'
import type { Profile } from '#contract/profile.ts'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { OwnButton, useIsLoggedAs } from '#src/routes/-frame/only-themselves.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { type Choice, choosePicture, forgetPicture } from './picture.ts'

const AvatarDialog = latePart('avatar-dialog', () =>
  import('./avatar-dialog.tsx').then((module) => module.AvatarDialog),
)

/** The person's own picture: a file dropped on it, or the button below, opens the way to another. */
export function OwnAvatar({ user }: { user: Profile }) {
  const isLoggedAs = useIsLoggedAs()
  const [opened, setOpened] = useState<{ choice: Choice } | null>(null)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const file = event.dataTransfer.files[0]
    if (!isLoggedAs) setOpened({ choice: file ? choosePicture(file) : 'nothing' })
  }
  const close = () => {
    // A dialog that could not be loaded has not done it.
    if (opened) forgetPicture(opened.choice)
    setOpened(null)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file has a button beside it that does the same
    <div
      className="flex shrink-0 flex-col items-center gap-xs"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <Avatar name={`${user.firstName} ${user.lastName}`} src={user.avatar} size="large" />
      <OwnButton size="small" opens={AvatarDialog} onClick={() => setOpened({ choice: 'nothing' })}>
        {user.avatar ? <Trans>Сменить фото</Trans> : <Trans>Добавить фото</Trans>}
      </OwnButton>
      {opened && <AvatarDialog user={user} initial={opened.choice} onClose={close} />}
    </div>
  )
}
