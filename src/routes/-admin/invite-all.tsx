import { Trans } from '@lingui/react/macro'
import { lazyComponent } from '#src/routes/-shell/lazy/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { Button } from '#src/ui/forms/button.tsx'

const InviteAllDialog = lazyComponent('invite-all-dialog', () => import('./invite-all-dialog.tsx'), 'InviteAllDialog')

/** Opens the dialog that invites everyone of the chosen role. */
export function InviteAll() {
  const { search, open, close } = useScreenSearch('admin')
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => open({ dialog: 'invite-all' })}>
        <Trans>Пригласить всех без пароля</Trans>
      </Button>
      {search.dialog === 'invite-all' && <InviteAllDialog onClose={() => close({ dialog: undefined })} />}
    </>
  )
}
