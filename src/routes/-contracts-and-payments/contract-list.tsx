import { useLingui } from '@lingui/react/macro'
import { type ContractGroup, contractRowsOf } from '#src/domain/contract-urgency.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'
import { ContractCard, GroupHeading } from './contract-card.tsx'
import type { ContractListProps } from './virtual-contract-list.tsx'

/** Shorter lists render all cards; longer ones are virtual, with lazy code. */
const virtualizeFrom = 60
/** Number of cards while that code loads. */
const placeholderCount = 12

const LongList = lazyComponent(
  'long-contract-list',
  () => import('./virtual-contract-list.tsx'),
  'VirtualContractList',
  ({ groups, ...list }: ContractListProps) => <PlainContractList {...list} groups={firstContracts(groups)} />,
)

/** Contracts with the headings of their groups. */
export function ContractList({ groups, child }: Pick<ContractListProps, 'groups' | 'child'>) {
  const { t } = useLingui()
  const count = groups.reduce((sum, { contracts }) => sum + contracts.length, 0)
  const List = count < virtualizeFrom ? PlainContractList : LongList
  return (
    <List
      label={t`Договоры`}
      groups={groups}
      child={child}
      dates={useDates()}
      ownId={useCurrentUserId()}
      today={useSchoolNow().today}
    />
  )
}

function PlainContractList({ label, groups, child, ...cardProps }: ContractListProps) {
  return (
    <ul aria-label={label} className="flex flex-col gap-base">
      {contractRowsOf(groups).map(({ begins, of }) => (
        <li key={of.contract.uuid}>
          {begins && <GroupHeading group={begins} child={child} />}
          <ContractCard of={of} {...cardProps} />
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
