import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Instalment, PaymentPlan } from '#contract/catalog.ts'
import { paymentSchemeWords } from '#src/i18n/contract-words.ts'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { formatMoney } from '#src/i18n/money.ts'
import { usePaymentTitle } from '#src/i18n/payment-words.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import type { CourseGroup } from '#src/routes/-frame/course-group-facts.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { Field } from '#src/ui/field.tsx'
import { Row, Rows } from '#src/ui/rows.tsx'
import { Select } from '#src/ui/select.tsx'

/** What would be paid when, by each payment scheme of a group: known before anything is decided. */
export function Plans({ group: { title, plans } }: { group: CourseGroup }) {
  const { t, i18n } = useLingui()
  const [wanted, want] = useState<string>()
  const shown = plans.find(({ paymentScheme }) => paymentScheme === wanted) ?? plans[0]
  if (shown === undefined) return null
  return (
    <>
      <Monthly plans={plans} />
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
                  {i18n._(wordsFor(paymentSchemeWords, paymentScheme))}
                </option>
              ))}
            </Select>
          </Field>
          <Plan instalments={shown.instalments} />
        </div>
      </Disclosure>
    </>
  )
}

/** The smallest regular sum, where one can pay month by month. */
function Monthly({ plans }: { plans: readonly PaymentPlan[] }) {
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

function Plan({ instalments }: { instalments: readonly Instalment[] }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const titleOf = usePaymentTitle()
  const total = instalments.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <>
      <Rows>
        {instalments.map((instalment) => {
          const { title, dueOn, amount } = instalment
          const day = dates.dayWithYear(dueOn)
          return (
            <Row
              key={`${dueOn} ${title}`}
              title={titleOf(instalment, instalments)}
              note={<Trans>до {day}</Trans>}
              end={<span className="tabular-nums">{formatMoney(amount, i18n.locale)}</span>}
            />
          )
        })}
      </Rows>
      <p className="flex justify-between gap-sm border-t border-line pt-sm font-strong tabular-nums">
        <Trans>Всего</Trans> <span>{formatMoney(total, i18n.locale)}</span>
      </p>
    </>
  )
}
