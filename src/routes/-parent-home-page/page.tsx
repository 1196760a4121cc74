import { Trans } from '@lingui/react/macro'
import { useDates } from '#src/i18n/use-dates.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { useSessionSelector } from '#src/routes/-shell/account/use-session.ts'
import { useSchoolNow } from '#src/routes/-shell/shell/use-now.ts'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { ChangesBlock } from './changes-block.tsx'
import { EventsBlock } from './events-block.tsx'
import { MarksBlock } from './marks-block.tsx'
import { NewsLinks } from './news-links.tsx'
import { OverdueNotice } from './overdue-notice.tsx'
import { PaymentsBlock } from './payments-block.tsx'
import { PendingBlock } from './pending-block.tsx'
import { ScheduleBlock } from './schedule-block.tsx'

export default function ParentHomePage() {
  const title = useScreenTitle()
  return (
    <>
      <PageHeading lead={<Greeting />} actions={<NewsLinks />}>
        {title('parent-home-page')}
      </PageHeading>
      <OverdueNotice />
      <div className="flex flex-col gap-lg">
        <ScheduleBlock />
        <div className="grid items-start gap-lg lg:grid-cols-2 xl:grid-cols-3">
          <div className="flex min-w-0 flex-col gap-lg xl:contents">
            <ChangesBlock />
            <div className="flex min-w-0 flex-col gap-lg">
              <MarksBlock />
              <PaymentsBlock />
            </div>
          </div>
          <div className="flex min-w-0 flex-col gap-lg">
            <PendingBlock />
            <EventsBlock />
          </div>
        </div>
      </div>
    </>
  )
}

function Greeting() {
  const name = useSessionSelector(({ context }) => context.user?.firstName ?? null)
  const { today } = useSchoolNow()
  const day = useDates().weekday(today)
  return name === null ? (
    <Trans>Сегодня {day}.</Trans>
  ) : (
    <Trans>
      Здравствуйте, {name}! Сегодня {day}.
    </Trans>
  )
}
