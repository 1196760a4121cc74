import { Trans, useLingui } from '@lingui/react/macro'
import type { UserCard, UserContract } from '#contract/people/admin.ts'
import { contractStatusAppearance, displayedStatusOf } from '#src/domain/contract-status.ts'
import { contractStatusLabels } from '#src/i18n/contract-labels.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ContractLink } from '#src/routes/-admin/contract/contract-link.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { UserLink } from './user-labels.tsx'

/** Contracts with their state and the next payment. */
export function UserContracts({ user: { id, contracts } }: { user: UserCard }) {
  if (contracts.length === 0) {
    return (
      <p className="text-ink-muted">
        <Trans>Договоров нет.</Trans>
      </p>
    )
  }
  return (
    <List>
      {contracts.map((contract) => (
        <ContractItem key={contract.uuid} userId={id} contract={contract} />
      ))}
    </List>
  )
}

function ContractItem({ userId, contract }: { userId: string; contract: UserContract }) {
  const { i18n } = useLingui()
  const { today } = useSchoolNow()
  const { number, program, schoolYear, student, customer, total, paid } = contract
  const status = displayedStatusOf({ ...contract, program: { schoolYear } }, today)
  const money = (kopecks: number) => formatMoney(kopecks, i18n.locale)
  return (
    <ListItem
      title={
        <span className="flex flex-wrap items-center justify-between gap-x-sm gap-y-xxs">
          <SchoolText>{program}</SchoolText>
          <Badge tone={contractStatusAppearance(status).tone}>{i18n._(labelOf(contractStatusLabels, status))}</Badge>
        </span>
      }
      note={
        <>
          <span className="whitespace-nowrap">
            <ContractLink uuid={contract.uuid} number={<Trans>договор №&nbsp;{number}</Trans>} />
          </span>
          {separator}
          {schoolYear}
          {student.id !== userId && (
            <>
              {separator}
              <UserLink id={student.id}>{student.name}</UserLink>
            </>
          )}
          {customer.id !== userId && (
            <>
              {separator}
              <Trans>
                платит <UserLink id={customer.id}>{customer.name}</UserLink>
              </Trans>
            </>
          )}
        </>
      }
    >
      <p className="text-sm tabular-nums">
        <NextPayment contract={contract} />
        {separator}
        <span className="text-ink-muted">
          <Trans>
            оплачено {money(paid)} из {money(total)}
          </Trans>
        </span>
      </p>
    </ListItem>
  )
}

function NextPayment({ contract: { next, status, total, paid } }: { contract: UserContract }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  if (next === null && status === 'Frozen' && paid < total) {
    const left = formatMoney(total - paid, i18n.locale)
    return <Trans>оплата приостановлена, осталось {left}</Trans>
  }
  if (next === null) return <Trans>платежей больше не ждём</Trans>
  const [sum, day] = [formatMoney(next.amount, i18n.locale), dates.dayWithYear(next.dueOn)]
  if (next.dueOn < today)
    return (
      <span className="font-medium text-ink-error">
        <Trans>
          просрочено с {day}: {sum}
        </Trans>
      </span>
    )
  return (
    <Trans>
      до {day}: {sum}
    </Trans>
  )
}
