import { Trans } from '@lingui/react/macro'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'

/** From the details of an entry to a letter about it; the entry stays in the address, and closing leads back to it. */
export function WriteAbout({ isLesson }: { isLesson: boolean }) {
  const { open } = useAddress('schedule')
  const isLoggedAs = useSessionSelector(({ context }) => context.isLoggedAsAdmin)
  return (
    <Button icon={<Icon name="email" />} disabled={isLoggedAs} onClick={() => open({ dialog: 'ticket' })}>
      {isLesson ? <Trans>Написать об этом занятии</Trans> : <Trans>Написать об этом</Trans>}
    </Button>
  )
}
