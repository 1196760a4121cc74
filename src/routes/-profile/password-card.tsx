import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import type { Profile } from '#contract/profile.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { OnlyThemselves, useIsLoggedAs } from './only-themselves.tsx'
import { LazyPasswordDialog } from './password-dialog-lazy.ts'

/** The password: whether there is one, and the way to set or change it (D-28). */
export function PasswordCard({ user }: { user: Profile }) {
  const { t } = useLingui()
  const isLoggedAs = useIsLoggedAs()
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
        <Button disabled={isLoggedAs} onClick={() => setOpen(true)}>
          {user.hasPassword ? <Trans>Сменить пароль</Trans> : <Trans>Задать пароль</Trans>}
        </Button>
        <OnlyThemselves />
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <LazyPasswordDialog user={user} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  )
}
