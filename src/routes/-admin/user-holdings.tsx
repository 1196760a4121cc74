import { Trans, useLingui } from '@lingui/react/macro'
import type { UserCard } from '#contract/admin.ts'
import { contractStatusWords } from '#src/i18n/contract-words.ts'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { separator } from '#src/i18n/separator.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { contractStatusLook } from '#src/school/contract-status.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Row, Rows } from '#src/ui/rows.tsx'

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
    <Rows>
      {contracts.map(({ status, count, total, paid, debt }) => (
        <Row
          key={status}
          title={
            <span className="flex flex-wrap items-center justify-between gap-xs">
              <Badge tone={contractStatusLook(status).tone}>
                {i18n._(wordsFor(contractStatusWords, status))} · {count}
              </Badge>
              <span className="tabular-nums">{money(total)}</span>
            </span>
          }
          note={
            debt > 0 ? (
              <Trans>
                Оплачено {money(paid)}, осталось {money(debt)}
              </Trans>
            ) : (
              <Trans>Оплачено {money(paid)}</Trans>
            )
          }
        />
      ))}
    </Rows>
  )
}

/** Where the user is signed in now. */
export function UserDevices({ sessions }: { sessions: UserCard['sessions'] }) {
  const { t } = useLingui()
  const dates = useDates()
  if (sessions.length === 0) {
    return (
      <p className="text-ink-muted">
        <Trans>Сейчас пользователь нигде не вошёл.</Trans>
      </p>
    )
  }
  return (
    <Rows>
      {sessions.map(({ id, browser, system, address, lastSeenAt }) => (
        <Row
          key={id}
          title={[browser, system].filter(Boolean).join(', ') || t`Неизвестное устройство`}
          note={[dates.dateTime(lastSeenAt), address].filter(Boolean).join(separator)}
        />
      ))}
    </Rows>
  )
}
