import { useLingui } from '@lingui/react/macro'
import type { Contract } from '#contract/contracts.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { type CardSurroundings, ContractCard } from './contract-card.tsx'

/** Up to here all cards are drawn at once; a longer list draws what is in view, with code that comes only then. */
const longFrom = 60
/** What stands in while that code arrives. */
const firstScreen = 12

export type ContractListProps = CardSurroundings & { label: string; contracts: readonly Contract[] }

const LongList = latePart(
  'long-contract-list',
  () => import('./long-list.tsx').then((module) => module.LongList),
  ({ contracts, ...list }: ContractListProps) => <ShortList {...list} contracts={contracts.slice(0, firstScreen)} />,
)

export function ContractList({ contracts, today }: { contracts: readonly Contract[]; today: string }) {
  const { t } = useLingui()
  const List = contracts.length < longFrom ? ShortList : LongList
  return <List label={t`Договоры`} contracts={contracts} today={today} dates={useDates()} />
}

function ShortList({ label, contracts, ...surroundings }: ContractListProps) {
  return (
    <ul aria-label={label} className="flex flex-col gap-base">
      {contracts.map((contract) => (
        <li key={contract.uuid}>
          <ContractCard contract={contract} {...surroundings} />
        </li>
      ))}
    </ul>
  )
}
