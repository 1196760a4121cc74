import { callFamilyOf } from '#src/api/schedule.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { useSessionSelector } from '#src/routes/-shell/account/use-session.ts'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { Schedule } from './schedule.tsx'
import { TimeZoneNote } from './time-zone-note.tsx'
import { TodaySummary } from './today-summary.tsx'

export default function SchedulePage() {
  const title = useScreenTitle()
  const family = useSessionSelector(({ context }) => callFamilyOf(context.roleGroup))
  const isVisitor = useSessionSelector(({ context }) => context.user === null)
  return (
    <>
      <div className="md:flex md:justify-between md:gap-xl">
        <div className="shrink-0">
          <div className="relative">
            <PageHeading>{title('schedule')}</PageHeading>
            <TimeZoneNote isBesideHeading={family === 'parent'} />
          </div>
        </div>
        {/* Parents have it on their home page. */}
        {family === 'student' && !isVisitor && (
          <div className="min-w-0 max-md:mb-base md:basis-[760px] print:hidden">
            <TodaySummary />
          </div>
        )}
      </div>
      <Schedule key={family} family={family} />
    </>
  )
}
