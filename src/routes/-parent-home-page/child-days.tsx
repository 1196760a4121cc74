import { Trans } from '@lingui/react/macro'
import { displayName } from '#contract/people/names.ts'
import type { Child } from '#contract/schemas.ts'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Avatar } from '#src/ui/data/avatar.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { DayPlan, FreeDaysText, FreeTodayText, type Plan } from './day-plan.tsx'

type ChildDaysProps = {
  child: Child
  plan: Plan
  /** The block says that today and tomorrow are free. */
  isFreeSaid: boolean
}

/** A child's today and tomorrow. */
export function ChildDays({ child: { uuid, firstName, lastName, avatar }, plan, isFreeSaid }: ChildDaysProps) {
  const { isFree } = plan
  const { later } = plan.ahead
  return (
    <article className="min-w-0 px-base py-xs md:px-lg md:py-sm">
      <header
        className={classNames(
          // Beside each other the names stand on one line, with a link or without.
          'flex flex-wrap items-center justify-between gap-x-sm md:min-h-control',
          later && 'min-h-control',
        )}
      >
        <div className="flex min-w-0 flex-[1_1_120px] items-center gap-xs">
          <Avatar name={displayName({ firstName, lastName })} src={avatar} size="small" />
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-xs">
            <h3 className="text-base wrap-anywhere">
              <SchoolText>{firstName}</SchoolText>
            </h3>
            {isFree ? <FreeDaysText plan={plan} isSaid={isFreeSaid} /> : <FreeTodayText plan={plan} />}
          </div>
        </div>
        {later && (
          <span className="text-sm print:hidden">
            <ScreenLink to="/schedule" search={{ view: 'week', date: later.firstDay, filter: { child: uuid } }}>
              {later.isThisWeek ? (
                <Trans>Ещё {later.count} на этой неделе</Trans>
              ) : (
                <Trans>Ещё {later.count} на следующей неделе</Trans>
              )}
              <VisuallyHidden>: {firstName}</VisuallyHidden>
            </ScreenLink>
          </span>
        )}
      </header>
      <DayPlan plan={plan} child={uuid} />
    </article>
  )
}
