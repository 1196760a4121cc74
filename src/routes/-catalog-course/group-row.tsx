import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { PaymentPlan } from '#contract/enrolment/catalog.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { CompareButton } from '#src/routes/-flow/enrolment/compare-button.tsx'
import type { EnrolmentContext } from '#src/routes/-flow/enrolment/enrolment-context.ts'
import { GroupAction } from '#src/routes/-flow/enrolment/group-action.tsx'
import { GroupObstacles } from '#src/routes/-flow/enrolment/group-obstacles.tsx'
import { PlacesBadge } from '#src/routes/-query/labels/badges.tsx'
import { type CourseGroup, CourseGroupFacts } from '#src/routes/-query/labels/course-group-facts.tsx'
import { PaymentSchemeList } from '#src/routes/-query/labels/payment-scheme-list.tsx'
import { LessonPrice, PriceNote } from '#src/routes/-query/labels/price-note.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Disclosure } from '#src/ui/data/disclosure.tsx'

type GroupRowProps = {
  group: CourseGroup
  enrolment: EnrolmentContext
  /** Its button is the main one of the page. */
  isPrimary: boolean
  isHiddenOnPhone: boolean
}

/** A group of the course: facts, price, obstacles, payment schemes and the available action. */
export function GroupRow({ group, enrolment, isPrimary, isHiddenOnPhone }: GroupRowProps) {
  const { t, i18n } = useLingui()
  return (
    <li className={classNames('flex flex-col gap-xs p-base md:px-lg', isHiddenOnPhone && 'max-md:hidden')}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-lg gap-y-xxs md:grid-cols-[minmax(0,1fr)_208px] xl:grid-cols-[minmax(0,1fr)_208px_200px]">
        <div className="flex flex-wrap items-center gap-x-sm gap-y-xxs">
          <h3 className="text-lg">
            <SchoolText>{group.title}</SchoolText>
          </h3>
          <PlacesBadge left={group.placesLeft} waiting={group.waiting} />
        </div>
        <p className="text-xl font-strong tabular-nums md:col-start-2">{formatMoney(group.price, i18n.locale)}</p>
        {/* On a phone the price is explained before the facts. */}
        <div className="max-md:col-span-2 md:col-start-2 md:row-start-2">
          <PriceNote group={group} />
          <LessonPrice group={group} />
          <MonthlyPrice plans={group.plans} />
        </div>
        <div className="min-w-0 max-md:col-span-2 max-md:pt-xxs md:col-start-1 md:row-start-2 max-xl:md:row-span-2">
          <CourseGroupFacts group={group} isWide />
          {/* An obstacle that applies to all groups is shown above the list. */}
          {!enrolment.student?.obstacle && <GroupObstacles group={group.groupUuid} enrolment={enrolment} />}
        </div>
        <div className="flex flex-col gap-xs max-md:col-span-2 max-md:pt-xxs md:col-start-2 xl:col-start-3 xl:row-span-2 xl:row-start-1">
          <GroupAction group={group} enrolment={enrolment} isPrimary={isPrimary} />
        </div>
      </div>
      <div className="flex flex-wrap items-start gap-x-lg">
        {group.plans.length > 0 && (
          <div className="min-w-0 flex-1 has-[[open]]:basis-full">
            <Disclosure summary={<Trans>Как платить</Trans>}>
              <PaymentSchemeList label={t`Как платить за группу ${group.title}`} plans={group.plans} />
            </Disclosure>
          </div>
        )}
        <div className="ml-auto">
          <CompareButton group={group} />
        </div>
      </div>
    </li>
  )
}

/** The sum of a month and the number of payments; nothing where the school does not offer it. */
function MonthlyPrice({ plans }: { plans: readonly PaymentPlan[] }) {
  const { i18n } = useLingui()
  const monthly = plans.find(({ paymentScheme }) => paymentScheme === 'Recurent')?.instalments ?? []
  if (monthly[0] === undefined) return null
  const sum = formatMoney(monthly[0].amount, i18n.locale)
  return (
    <p className="text-sm text-ink-muted tabular-nums">
      <Trans>
        или от {sum} в месяц,{' '}
        <span className="whitespace-nowrap">
          <Plural value={monthly.length} one="# платёж" few="# платежа" many="# платежей" other="# платежа" />
        </span>
      </Trans>
    </p>
  )
}
