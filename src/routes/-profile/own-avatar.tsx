import { Trans } from '@lingui/react/macro'
import { type DragEvent, Suspense, useState } from 'react'
import type { Profile } from '#contract/profile.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { LazyAvatarDialog } from './avatar-dialog-lazy.ts'

/** The person's own picture: a file dropped on it, or the button below, opens the way to another. */
export function OwnAvatar({ user }: { user: Profile }) {
  const [opened, setOpened] = useState<{ dropped: File | null } | null>(null)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOpened({ dropped: event.dataTransfer.files[0] ?? null })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file has a button beside it that does the same
    <div
      className="flex shrink-0 flex-col items-center gap-xs"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <Avatar name={`${user.firstName} ${user.lastName}`} src={user.avatar} size="large" />
      <Button size="small" onClick={() => setOpened({ dropped: null })}>
        {user.avatar ? <Trans>Сменить фото</Trans> : <Trans>Добавить фото</Trans>}
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <LazyAvatarDialog user={user} dropped={opened.dropped} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </div>
  )
}
