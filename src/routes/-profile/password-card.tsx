import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Profile } from '#contract/profile.ts'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { OnlyThemselves, OwnButton } from '#src/routes/-frame/only-themselves.tsx'
import { Card } from '#src/ui/card.tsx'
import { SignInNames } from './sign-in-names.tsx'

const PasswordDialog = latePart('password-dialog', () =>
  import('./password-dialog.tsx').then((module) => module.PasswordDialog),
)

/** The password: whether there is one, with which name one signs in by it, and the way to set or change it (D-28). */
export function PasswordCard({ user }: { user: Profile }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <Card level={3} title={t`Пароль`}>
      <div className="flex flex-col items-start gap-base">
        <p>
          {user.hasPassword ? (
            <Trans>
              Пароль задан. Если его мог узнать кто-то ещё, смените его: на других устройствах мы вас выпустим.
            </Trans>
          ) : (
            <Trans>Пароль не задан. С ним вы войдёте и тогда, когда привязанный аккаунт недоступен.</Trans>
          )}
        </p>
        <div className="w-full">
          <SignInNames user={user} />
        </div>
        <OwnButton opens={PasswordDialog} onClick={() => setOpen(true)}>
          {user.hasPassword ? <Trans>Сменить пароль</Trans> : <Trans>Задать пароль</Trans>}
        </OwnButton>
        <OnlyThemselves />
      </div>
      {isOpen && <PasswordDialog user={user} onClose={() => setOpen(false)} />}
    </Card>
  )
}
