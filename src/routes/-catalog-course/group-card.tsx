import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Instalment, PaymentPlan } from '#contract/enrolment/catalog.ts'
import { maxComparedGroups } from '#contract/limits.ts'
import { paymentSchemeLabels } from '#src/i18n/contract-labels.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { PlacesBadge } from '#src/routes/-query/labels/badges.tsx'
import { type CourseGroup, CourseGroupFacts } from '#src/routes/-query/labels/course-group-facts.tsx'
import { FullPriceNote } from '#src/routes/-query/labels/full-price-note.tsx'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Checkbox } from '#src/ui/forms/checkbox-and-radio.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import type { EnrolmentContext } from './enrolment-context.ts'
import { GroupAction } from './group-action.tsx'
import { GroupObstacles } from './group-obstacles.tsx'

type GroupCardProps = {
  group: CourseGroup
  enrolment: EnrolmentContext
  /** The course has other groups to compare with. */
  hasOthers: boolean
  /** Groups in the comparison. */
  compared: readonly string[]
  onCompare: (compared: string[]) => void
  onShowComparison: () => void
}

/** A group of the course: facts, price, payment plans, obstacles and the available action. */
export function GroupCard(props: GroupCardProps) {
  const { i18n } = useLingui()
  const { group, enrolment } = props
  return (
    <Card as="li">
      <div className="flex h-full flex-col gap-base">
        <div className="flex flex-wrap items-start justify-between gap-xs">
          <h3 className="text-lg">{group.title}</h3>
          <PlacesBadge left={group.placesLeft} waiting={group.waiting} />
        </div>
        <CourseGroupFacts group={group} />
        {/* An obstacle that applies to all groups is shown above the list. */}
        {!enrolment.student?.obstacle && <GroupObstacles group={group.groupUuid} enrolment={enrolment} />}
        <div className="mt-auto flex flex-col gap-xs">
          <p className="text-xl font-strong tabular-nums">{formatMoney(group.price, i18n.locale)}</p>
          <FullPriceNote lessons={group.lessons} />
          <PaymentPlans group={group} />
        </div>
        <GroupAction group={group} enrolment={enrolment} />
        {props.hasOthers && <CompareCheckbox {...props} />}
      </div>
    </Card>
  )
}

function CompareCheckbox({ group: { groupUuid, title }, compared, onCompare, onShowComparison }: GroupCardProps) {
  const { t } = useLingui()
  const isCompared = compared.includes(groupUuid)
  const isFull = !isCompared && compared.length >= maxComparedGroups
  return (
    <div className="flex min-h-control-sm flex-wrap items-center justify-between gap-xs print:hidden">
      <Checkbox
        checked={isCompared}
        disabled={isFull}
        aria-label={t`Сравнить группу ${title}`}
        hint={isFull && <Trans>Не больше {maxComparedGroups} сразу</Trans>}
        onChange={({ target }) =>
          onCompare(target.checked ? [...compared, groupUuid] : compared.filter((uuid) => uuid !== groupUuid))
        }
      >
        <Trans>Сравнить</Trans>
      </Checkbox>
      {isCompared &&
        (compared.length > 1 ? (
          <Button variant="quiet" size="small" onClick={onShowComparison}>
            <Trans>К сравнению</Trans>
          </Button>
        ) : (
          <span className="text-sm text-ink-muted">
            <Trans>Отметьте ещё одну</Trans>
          </span>
        ))}
    </div>
  )
}

/** The payment plan of each payment scheme of a group. */
function PaymentPlans({ group: { title, plans } }: { group: CourseGroup }) {
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

export function MonthlyPrice({ plans }: { plans: readonly PaymentPlan[] }) {
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
