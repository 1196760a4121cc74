import { type ContractGroup, contractRowsOf } from '#src/domain/contract-groups.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'
import { ContractRow } from './contract-row.tsx'
import type { ContractListProps } from './virtual-contract-list.tsx'

/** Shorter lists render all rows; longer ones are virtual, with lazy code. */
const virtualizeFrom = 60
/** Number of rows while that code loads. */
const placeholderCount = 12

const LongList = lazyComponent(
  'long-contract-list',
  () => import('./virtual-contract-list.tsx'),
  'VirtualContractList',
  ({ groups, ...list }: ContractListProps) => <PlainContractList {...list} groups={firstContracts(groups)} />,
)

/** Contracts with the headings of their groups. */
export function ContractList({
  groups,
  child,
  label,
  hasDueAbove = false,
  isFolded = false,
}: Pick<ContractListProps, 'groups' | 'child' | 'label' | 'hasDueAbove' | 'isFolded'>) {
  const count = groups.reduce((sum, { contracts }) => sum + contracts.length, 0)
  const List = count < virtualizeFrom ? PlainContractList : LongList
  return (
    <List
      label={label}
      groups={groups}
      child={child}
      hasDueAbove={hasDueAbove}
      isFolded={isFolded}
      dates={useDates()}
      ownId={useCurrentUserId()}
      today={useSchoolNow().today}
    />
  )
}

function PlainContractList({ label, groups, ...context }: ContractListProps) {
  return (
    <ul aria-label={label}>
      {contractRowsOf(groups).map((row) => (
        <li key={row.of.contract.uuid}>
          <ContractRow row={row} {...context} />
        </li>
      ))}
    </ul>
  )
}

function firstContracts(groups: readonly ContractGroup[]): ContractGroup[] {
  let room = placeholderCount
  return groups.flatMap((group) => {
    const contracts = group.contracts.slice(0, room)
    room -= contracts.length
    return contracts.length === 0 ? [] : [{ ...group, contracts }]
  })
}
