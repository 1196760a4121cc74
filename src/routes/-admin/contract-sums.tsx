import { Trans, useLingui } from '@lingui/react/macro'
import type { UserCard } from '#contract/admin.ts'
import { contractStatusWords, known, wordsFor } from '#src/i18n/enumeration-words.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { contractStatusLooks, plainLook } from '#src/routes/-contracts-and-payments/status-look.ts'
import { Badge } from '#src/ui/badge.tsx'

/** The contracts of a user in numbers, by status. */
export function ContractSums({ contracts }: { contracts: UserCard['contracts'] }) {
  const { i18n } = useLingui()
  const money = (kopecks: number) => formatMoney(kopecks, i18n.locale)
  if (contracts.length === 0) {
    return (
      <p className="text-ink-muted">
        <Trans>Договоров нет.</Trans>
      </p>
    )
  }
  return (
    <ul className="divide-y divide-line-soft">
      {contracts.map(({ status, count, total, paid, debt }) => (
        <li key={status} className="flex flex-col gap-xxs py-xs first:pt-0 last:pb-0">
          <p className="flex flex-wrap items-center justify-between gap-xs">
            <Badge tone={known(contractStatusLooks, status, plainLook).tone}>
              {i18n._(wordsFor(contractStatusWords, status))} · {count}
            </Badge>
            <span className="font-medium tabular-nums">{money(total)}</span>
          </p>
          <p className="text-sm text-ink-muted tabular-nums">
            {debt > 0 ? (
              <Trans>
                Оплачено {money(paid)}, осталось {money(debt)}
              </Trans>
            ) : (
              <Trans>Оплачено {money(paid)}</Trans>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
