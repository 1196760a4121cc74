import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type DuePayment, groupOf, sharedDayOf } from '#src/domain/billing/payments.ts'
import { DueDayText } from '#src/i18n/due-text.tsx'
import { separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ContractNumber } from '#src/routes/-query/labels/contract-number.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { Checkbox } from '#src/ui/forms/checkbox-and-radio.tsx'
import { Card } from '#src/ui/layout/card.tsx'

type Selection = {
  isSelected: (due: DuePayment) => boolean
  toggle: (some: readonly DuePayment[], isOn: boolean) => void
}

type LaterPaymentsProps = Selection & { due: readonly DuePayment[]; later: readonly DuePayment[] }

/** What is not due next, folded: how much until when. */
export function LaterPayments({ due, later, isSelected, toggle }: LaterPaymentsProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  // Only at first: a fold must not close under the finger.
  const [isOpen] = useState(() => later.some(isSelected) && !due.every(isSelected))
  const { sum, count } = groupOf(later)
  const last = later.at(-1)?.payment.dueOn ?? ''
  const chosen = later.filter(isSelected).length
  return (
    <Card as="div" padding="flush">
      <div className="px-base py-xs md:px-lg">
        <Disclosure
          isOpen={isOpen}
          summary={
            <>
              <LaterText
                count={count}
                until={dates.day(last)}
                year={last.slice(0, 4)}
                sum={formatMoney(sum, i18n.locale)}
              />
              {chosen > 0 && (
                <span className="block text-sm font-normal text-ink-muted">
                  <Trans>Выбрано: {chosen}</Trans>
                </span>
              )}
            </>
          }
        >
          <div className="-mx-base md:-mx-lg">
            {[...Map.groupBy(later, ({ contract }) => contract)].map(([contract, payments]) => {
              const all = due.filter((payment) => payment.contract === contract)
              const rest = formatMoney(groupOf(all).sum, i18n.locale)
              return (
                <section key={contract.uuid} aria-label={contract.program.title} className="border-t border-line-soft">
                  <PaymentBoxes
                    label={contract.program.title}
                    payments={payments}
                    isSelected={isSelected}
                    toggle={toggle}
                  />
                  {all.length > 1 && (
                    <div className="flex min-h-[56px] items-center border-t border-line-soft px-base py-xs md:px-lg">
                      <Checkbox checked={all.every(isSelected)} onChange={({ target }) => toggle(all, target.checked)}>
                        <Trans>
                          Весь остаток по договору <ContractNumber>{contract.number}</ContractNumber>: {rest}
                        </Trans>
                      </Checkbox>
                    </div>
                  )}
                </section>
              )
            })}
          </div>
        </Disclosure>
      </div>
    </Card>
  )
}

type LaterTextProps = { count: number; until: string; year: string; sum: string }

/** «Ещё 14 платежей до 5 мая 2027, 312 000 ₽». */
function LaterText({ count, until, year, sum }: LaterTextProps) {
  return (
    <Plural
      value={count}
      one={`Ещё # платёж до ${until} ${year}, ${sum}`}
      few={`Ещё # платежа до ${until} ${year}, ${sum}`}
      many={`Ещё # платежей до ${until} ${year}, ${sum}`}
      other={`Ещё # платежа до ${until} ${year}, ${sum}`}
    />
  )
}

type PaymentBoxesProps = Selection & { label: string; payments: readonly DuePayment[] }

/** Payments, each with a box: course, student and title, until when, amount. A day that all share is named once above them. */
export function PaymentBoxes({ label, payments, isSelected, toggle }: PaymentBoxesProps) {
  const { i18n } = useLingui()
  const { today } = useSchoolNow()
  const titleOf = usePaymentTitle()
  const ownId = useCurrentUserId()
  const day = payments.length > 1 ? sharedDayOf(payments) : null
  return (
    <>
      {day !== null && (
        <p className="px-base pt-sm text-sm text-ink-muted first-letter:uppercase md:px-lg">
          <DueDay day={day} isOverdue={day < today} />
        </p>
      )}
      <ul aria-label={label} className="divide-y divide-line-soft [&_input]:scroll-mb-[104px]">
        {payments.map((due) => {
          const { contract, payment, left, isOverdue } = due
          const { program, student } = contract
          return (
            <li
              key={payment.uuid}
              className="flex min-h-[64px] items-center justify-between gap-base px-base py-xs md:px-lg"
            >
              <Checkbox checked={isSelected(due)} onChange={({ target }) => toggle([due], target.checked)}>
                <span className="font-medium">
                  <SchoolText>{program.title}</SchoolText>
                </span>
                <span className="block text-sm text-ink-muted">
                  {[...(student.uuid === ownId ? [] : [student.firstName]), titleOf(payment, contract.payments)].join(
                    separator,
                  )}
                  {day === null && (
                    <>
                      {separator}
                      <DueDay day={payment.dueOn} isOverdue={isOverdue} />
                    </>
                  )}
                </span>
              </Checkbox>
              <p className="font-strong whitespace-nowrap tabular-nums">{formatMoney(left, i18n.locale)}</p>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function DueDay({ day, isOverdue }: { day: string; isOverdue: boolean }) {
  const { today } = useSchoolNow()
  return (
    <span className={isOverdue ? 'text-ink-error' : undefined}>
      <DueDayText day={day} today={today} />
    </span>
  )
}
