import { Trans } from '@lingui/react/macro'
import { useDates } from '#src/i18n/use-dates.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { ChangesBlock } from './changes-block.tsx'
import { EventsBlock } from './events-block.tsx'
import { MarksBlock } from './marks-block.tsx'
import { NewsLine } from './news-line.tsx'
import { OverdueNotice } from './overdue-notice.tsx'
import { PaymentsBlock } from './payments-block.tsx'
import { ScheduleBlock } from './schedule-block.tsx'
import { WaitingBlock } from './waiting-block.tsx'

export default function ParentHomePage() {
  const title = useTitle()
  return (
    <>
      <PageHeading lead={<Greeting />} actions={<NewsLine />}>
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
            <WaitingBlock />
            <EventsBlock />
          </div>
        </div>
      </div>
    </>
  )
}

function Greeting() {
  const name = useSessionSelector(({ context }) => context.user?.firstName ?? null)
  const { today } = useMoment()
  const day = useDates().weekday(today)
  return name === null ? (
    <Trans>Сегодня {day}.</Trans>
  ) : (
    <Trans>
      Здравствуйте, {name}! Сегодня {day}.
    </Trans>
  )
}
