import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { AccountOwnerButton } from '#src/routes/-query/account-owner-only.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'

const TerminationDialog = lazyComponent(
  'termination-dialog',
  () => import('./termination-dialog.tsx'),
  'TerminationDialog',
)

/** Where the customer of a contract in force ends it early. */
export function TerminationButton() {
  const { open } = useScreenSearch('contracts-and-payments-detail')
  return (
    <AccountOwnerButton opens={TerminationDialog} onClick={() => open({ dialog: 'terminate' })}>
      <Trans>Расторгнуть</Trans>
    </AccountOwnerButton>
  )
}

/** The dialog with the sums, if the address has it. After it is asked for, it says what comes next until it is closed. */
export function OpenedTermination({ contract, canTerminate }: { contract: Contract; canTerminate: boolean }) {
  const { search, close } = useScreenSearch('contracts-and-payments-detail')
  const isOpen = search.dialog === 'terminate'
  const isPossible = canTerminate || contract.termination !== undefined
  // Once open it stays: after the success the history may be read before the list, and then neither of them allows it.
  const [isShown, setShown] = useState(false)
  if (isShown !== (isOpen && (isShown || isPossible))) setShown(!isShown)
  return isShown && <TerminationDialog contract={contract} onClose={() => close({ dialog: undefined })} />
}
