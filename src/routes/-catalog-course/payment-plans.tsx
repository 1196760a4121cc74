import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Instalment, PaymentPlan } from '#contract/catalog.ts'
import { paymentSchemeLabels } from '#src/i18n/contract-labels.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import type { CourseGroup } from '#src/routes/-shell/labels/course-group-facts.tsx'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { Select } from '#src/ui/forms/select.tsx'

/** The payment plan of each payment scheme of a group. */
export function PaymentPlans({ group: { title, plans } }: { group: CourseGroup }) {
  const { t, i18n } = useLingui()
  const [wanted, want] = useState<string>()
  const shown = plans.find(({ paymentScheme }) => paymentScheme === wanted) ?? plans[0]
  if (shown === undefined) return null
  return (
    <>
      <MonthlyPrice plans={plans} />
      <Disclosure summary={<Trans>План платежей</Trans>}>
        <div className="flex flex-col gap-xs">
          <Field label={t`Как платить`}>
            <Select
              value={shown.paymentScheme}
              aria-label={t`Как платить, группа ${title}`}
              onChange={({ target }) => want(target.value)}
            >
              {plans.map(({ paymentScheme }) => (
                <option key={paymentScheme} value={paymentScheme}>
                  {i18n._(labelOf(paymentSchemeLabels, paymentScheme))}
                </option>
              ))}
            </Select>
          </Field>
          <InstalmentList instalments={shown.instalments} />
        </div>
      </Disclosure>
    </>
  )
}

/** The monthly instalment, if the group can be paid monthly. */
function MonthlyPrice({ plans }: { plans: readonly PaymentPlan[] }) {
  const { i18n } = useLingui()
  const monthly = plans.find(({ paymentScheme }) => paymentScheme === 'Recurent')?.instalments ?? []
  if (monthly[0] === undefined) return null
  const sum = formatMoney(monthly[0].amount, i18n.locale)
  return (
    <p className="text-sm text-ink-muted tabular-nums">
      <Trans>
        или от {sum} в месяц,{' '}
        <Plural value={monthly.length} one="# платёж" few="# платежа" many="# платежей" other="# платежа" />
      </Trans>
    </p>
  )
}

function InstalmentList({ instalments }: { instalments: readonly Instalment[] }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const titleOf = usePaymentTitle()
  const total = instalments.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <>
      <List>
        {instalments.map((instalment) => {
          const { title, dueOn, amount } = instalment
          const day = dates.dayWithYear(dueOn)
          return (
            <ListItem
              key={`${dueOn} ${title}`}
              title={titleOf(instalment, instalments)}
              note={<Trans>до {day}</Trans>}
              end={<span className="tabular-nums">{formatMoney(amount, i18n.locale)}</span>}
            />
          )
        })}
      </List>
      <p className="flex justify-between gap-sm border-t border-line pt-sm font-strong tabular-nums">
        <Trans>Всего</Trans> <span>{formatMoney(total, i18n.locale)}</span>
      </p>
    </>
  )
}
