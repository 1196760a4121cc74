import { Trans } from '@lingui/react/macro'
import { useDates } from '#src/i18n/use-dates.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'

/** The heading of a home page: with a greeting and the day, on a phone with the day in one line. */
export function HomeHeading() {
  const title = useScreenTitle()
  const dates = useDates()
  const { today } = useSchoolNow()
  return (
    <div className="max-md:mb-sm">
      <PageHeading
        isCompact
        lead={<Greeting day={dates.weekday(today)} />}
        aside={
          <span className="text-sm text-ink-muted md:hidden">
            {dates.weekdayShort(today)}, {dates.day(today)}
          </span>
        }
      >
        {title('parent-home-page')}
      </PageHeading>
    </div>
  )
}

function Greeting({ day }: { day: string }) {
  const name = useSessionSelector(({ context }) => context.user?.firstName ?? null)
  return name === null ? (
    <Trans>Сегодня {day}</Trans>
  ) : (
    <Trans>
      {name}, сегодня {day}
    </Trans>
  )
}
