import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import type { Contract } from '#contract/contracts.ts'
import { loadChunk } from '#src/lazy-page.ts'
import { ContractCard } from './contract-card.tsx'

const LongList = lazy(() =>
  loadChunk('long-contract-list', () => import('./long-list.tsx').then((module) => ({ default: module.LongList }))),
)

/** Up to here all cards are drawn at once; a longer list draws what is in view, with code that comes only then. */
const longFrom = 60
/** What stands in while that code arrives. */
const firstScreen = 12

export function ContractList({ contracts }: { contracts: readonly Contract[] }) {
  const { t } = useLingui()
  const label = t`Договоры`
  if (contracts.length < longFrom) return <ShortList label={label} contracts={contracts} />
  return (
    <Suspense fallback={<ShortList label={label} contracts={contracts.slice(0, firstScreen)} />}>
      <LongList label={label} contracts={contracts} />
    </Suspense>
  )
}

type ListProps = { label: string; contracts: readonly Contract[] }

function ShortList({ label, contracts }: ListProps) {
  return (
    <ul aria-label={label} className="flex flex-col gap-base">
      {contracts.map((contract) => (
        <li key={contract.uuid}>
          <ContractCard contract={contract} />
        </li>
      ))}
    </ul>
  )
}
