import { Trans, useLingui } from '@lingui/react/macro'
import type { ContractCard } from '#contract/billing/contract-actions.ts'
import { isPaymentOverdue } from '#src/domain/billing/payments.ts'
import { paymentSchemeLabels } from '#src/i18n/contract-labels.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { formatPhone } from '#src/i18n/person-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { UserLink } from '#src/routes/-admin/user/user-labels.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { DescriptionList } from '#src/ui/data/list.tsx'

/** Whose contract it is, about what, and what of it is paid and signed. */
export function ContractFacts({ card }: { card: ContractCard }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  const { contract, student, customer, signing, createdAt } = card
  const money = (sum: number) => formatMoney(sum, i18n.locale)
  const day = (at: string) => dates.dayWithYear(dates.dayOf(at))
  const overdue = contract.payments.filter((payment) => isPaymentOverdue(payment, today))
  const debt = overdue.reduce((sum, { toPay }) => sum + toPay, 0)
  return (
    <DescriptionList
      isCompact
      entries={[
        {
          key: 'debt',
          term: t`Просрочено`,
          value: debt > 0 && <span className="font-medium text-ink-error tabular-nums">{money(debt)}</span>,
        },
        { key: 'course', term: t`Курс`, value: <SchoolText>{contract.program.title}</SchoolText> },
        {
          key: 'group',
          term: t`Группа`,
          value: contract.groupTitle && <SchoolText>{contract.groupTitle}</SchoolText>,
        },
        { key: 'student', term: t`Ученик`, value: <UserLink id={student.id}>{student.name}</UserLink> },
        {
          key: 'customer',
          term: t`Заказчик`,
          value: (
            <span className="flex flex-wrap items-baseline gap-x-sm">
              <UserLink id={customer.id}>{customer.name}</UserLink>
              {customer.phone && <a href={`tel:${customer.phone}`}>{formatPhone(customer.phone)}</a>}
            </span>
          ),
        },
        { key: 'made', term: t`Оформлен`, value: day(createdAt) },
        { key: 'scheme', term: t`Оплата`, value: i18n._(labelOf(paymentSchemeLabels, contract.paymentScheme)) },
        { key: 'paid', term: t`Оплачено`, value: t`${money(contract.paid)} из ${money(contract.total)}` },
        { key: 'signing', term: t`Подпись`, value: <Signing signing={signing} day={day} /> },
      ]}
    />
  )
}

function Signing({ signing, day }: { signing: ContractCard['signing']; day: (at: string) => string }) {
  const dates = useDates()
  if (signing.paper) {
    const on = dates.dayWithYear(signing.paper.signedOn)
    return (
      <>
        <Trans>на бумаге {on}</Trans>
        {signing.paper.documentNumber && `${separator}${signing.paper.documentNumber}`}
      </>
    )
  }
  if (signing.customerAt === null)
    return signing.isNeeded ? <Trans>заказчик ещё не подписал</Trans> : <Trans>кодом не подписывается</Trans>
  const [ours, theirs] = [signing.schoolAt && day(signing.schoolAt), day(signing.customerAt)]
  return ours === null ? (
    <Trans>заказчик {theirs}, школа ещё не подписала</Trans>
  ) : (
    <Trans>
      заказчик {theirs}, школа {ours}
    </Trans>
  )
}
