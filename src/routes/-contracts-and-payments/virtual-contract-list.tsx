import { Trans } from '@lingui/react/macro'
import { useMemo } from 'react'
import { type ContractGroup, contractRowsOf } from '#src/domain/contract-groups.ts'
import { VirtualList } from '#src/ui/data/virtual-list.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { ContractRow, type RowContext } from './contract-row.tsx'

export type ContractListProps = RowContext & { label: string; groups: readonly ContractGroup[] }

/** Renders only the visible rows, with a button to the top. */
export function VirtualContractList({ label, groups, ...context }: ContractListProps) {
  const rows = useMemo(() => contractRowsOf(groups), [groups])
  return (
    <>
      <VirtualList label={label} items={rows} itemKey={({ of }) => of.contract.uuid} estimatedHeight={64} gap={0}>
        {(row) => <ContractRow row={row} {...context} />}
      </VirtualList>
      <p className="mt-lg text-center">
        <Button icon={<Icon name="arrow-up" />} onClick={() => scrollToRoot(window)}>
          <Trans>Наверх</Trans>
        </Button>
      </p>
    </>
  )
}

/** Scrolls to the root element (S2), without animation if the user prefers reduced motion. */
function scrollToRoot(window: Window): void {
  const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
  window.document.getElementById('root')?.scrollIntoView({ behavior, block: 'start' })
}
