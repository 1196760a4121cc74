import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { useIsLoggedAs } from '#src/routes/-frame/only-themselves.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { Button, type ButtonProps } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'

/** A button that leads to a letter; an administrator who looks through somebody's eyes reads why it does not (D-13). */
export function WriteButton(props: ButtonProps) {
  const isLoggedAs = useIsLoggedAs()
  const reason = useId()
  return (
    <>
      <Button {...props} disabled={isLoggedAs} aria-describedby={isLoggedAs ? reason : undefined} />
      {isLoggedAs && (
        // As wide as the buttons around it, and no reason for them to be wider.
        <p id={reason} className="order-last w-0 min-w-full text-sm text-ink-muted">
          <Trans>Вы вошли под пользователем: писать за него нельзя.</Trans>
        </p>
      )}
    </>
  )
}

/** From the details of an entry to a letter about it; the entry stays in the address, and closing leads back to it. */
export function WriteAbout({ isLesson }: { isLesson: boolean }) {
  const { open } = useAddress('schedule')
  return (
    <WriteButton icon={<Icon name="email" />} onClick={() => open({ dialog: 'ticket' })}>
      {isLesson ? <Trans>Написать об этом занятии</Trans> : <Trans>Написать об этом</Trans>}
    </WriteButton>
  )
}
