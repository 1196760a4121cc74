import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import type { Contract } from '#contract/contracts.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { latePart } from '#src/lazy-page.ts'
import { type CardSurroundings, ContractCard } from './contract-card.tsx'
import { useToday } from './use-today.ts'

const { Part: LongList } = latePart('long-contract-list', () =>
  import('./long-list.tsx').then((module) => module.LongList),
)

/** Up to here all cards are drawn at once; a longer list draws what is in view, with code that comes only then. */
const longFrom = 60
/** What stands in while that code arrives. */
const firstScreen = 12

export function ContractList({ contracts }: { contracts: readonly Contract[] }) {
  const { t } = useLingui()
  const list = { label: t`Договоры`, contracts, today: useToday(), dates: useDates() }
  if (contracts.length < longFrom) return <ShortList {...list} />
  return (
    <Suspense fallback={<ShortList {...list} contracts={contracts.slice(0, firstScreen)} />}>
      <LongList {...list} />
    </Suspense>
  )
}

type ListProps = CardSurroundings & { label: string; contracts: readonly Contract[] }

function ShortList({ label, contracts, ...rest }: ListProps) {
  return (
    <ul aria-label={label} className="flex flex-col gap-base">
      {contracts.map((contract) => (
        <li key={contract.uuid}>
          <ContractCard contract={contract} {...rest} />
        </li>
      ))}
    </ul>
  )
}
