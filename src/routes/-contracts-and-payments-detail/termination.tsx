import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Card } from '#src/ui/layout/card.tsx'
import { optionalHistoryQuery } from './contract-timeline.tsx'

const TerminationDialog = lazyComponent(
  'termination-dialog',
  () => import('./termination-dialog.tsx'),
  'TerminationDialog',
)

/** Where the customer of a contract in force ends it early, and the dialog with the sums. */
export function Termination({ contract }: { contract: Contract }) {
  const { t } = useLingui()
  const { search, open, close } = useScreenSearch('contracts-and-payments-detail')
  const { data } = useQuery(optionalHistoryQuery(contract.uuid))
  const isOpen = search.dialog === 'terminate'
  const isPossible = data?.canTerminate === true || contract.termination !== undefined
  // Once open it stays: after the success the history may be read before the list, and then neither of them allows it.
  const [isShown, setShown] = useState(false)
  if (isShown !== (isOpen && (isShown || isPossible))) setShown(!isShown)
  return (
    <>
      {data?.canTerminate && (
        <Card title={t`Расторжение`}>
          <div className="flex flex-col items-start gap-sm">
            <p>
              <Trans>
                Договор можно расторгнуть раньше срока. До согласия покажем, сколько занятий прошло, сколько вернётся и
                куда.
              </Trans>
            </p>
            <AccountOwnerButton opens={TerminationDialog} onClick={() => open({ dialog: 'terminate' })}>
              <Trans>Расторгнуть</Trans>
            </AccountOwnerButton>
            <AccountOwnerOnly />
          </div>
        </Card>
      )}
      {/* After it is asked for, the dialog says what comes next until it is closed. */}
      {isShown && <TerminationDialog contract={contract} onClose={() => close({ dialog: undefined })} />}
    </>
  )
}
