import { useLingui } from '@lingui/react/macro'
import { useDates } from '#src/i18n/use-dates.ts'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { useOwnId } from '#src/routes/-frame/use-session.ts'
import { type ContractGroup, rowsOf } from '#src/school/standings.ts'
import { type CardSurroundings, ContractCard } from './contract-card.tsx'
import { GroupHeading } from './group-heading.tsx'

/** Up to here all cards are drawn at once; a longer list draws what is in view, with code that comes only then. */
const longFrom = 60
/** What stands in while that code arrives. */
const firstScreen = 12

export type ContractListProps = CardSurroundings & { label: string; groups: readonly ContractGroup[] }

const LongList = latePart(
  'long-contract-list',
  () => import('./long-list.tsx').then((module) => module.LongList),
  ({ groups, ...list }: ContractListProps) => <ShortList {...list} groups={firstOf(groups)} />,
)

/** The contracts under the names of their groups. */
export function ContractList({ groups }: { groups: readonly ContractGroup[] }) {
  const { t } = useLingui()
  const count = groups.reduce((sum, { contracts }) => sum + contracts.length, 0)
  const List = count < longFrom ? ShortList : LongList
  return <List label={t`Договоры`} groups={groups} dates={useDates()} ownId={useOwnId()} />
}

function ShortList({ label, groups, ...surroundings }: ContractListProps) {
  return (
    <ul aria-label={label} className="flex flex-col gap-base">
      {rowsOf(groups).map(({ begins, of }) => (
        <li key={of.contract.uuid}>
          {begins && <GroupHeading group={begins} />}
          <ContractCard of={of} {...surroundings} />
        </li>
      ))}
    </ul>
  )
}

function firstOf(groups: readonly ContractGroup[]): ContractGroup[] {
  let room = firstScreen
  return groups.flatMap((group) => {
    const contracts = group.contracts.slice(0, room)
    room -= contracts.length
    return contracts.length === 0 ? [] : [{ ...group, contracts }]
  })
}
