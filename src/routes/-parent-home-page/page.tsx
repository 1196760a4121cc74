import { Trans, useLingui } from '@lingui/react/macro'
import { routeTitles } from '#src/i18n/route-titles.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { NothingForGroup } from '#src/routes/-frame/nothing-for-group.tsx'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { useMoment } from '#src/routes/-schedule/use-moment.ts'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { isForParents } from './audience.ts'
import { EventsBlock } from './events-block.tsx'
import { OverdueNotice } from './overdue-notice.tsx'
import { PaymentsBlock } from './payments-block.tsx'
import { ScheduleBlock } from './schedule-block.tsx'

export default function ParentHomePage() {
  const { i18n } = useLingui()
  const isForMe = useSessionSelector(({ context }) => isForParents(context))
  return (
    <>
      <PageHeading lead={<Greeting />}>{i18n._(routeTitles['parent-home-page'])}</PageHeading>
      {isForMe && <OverdueNotice />}
      {isForMe ? (
        <div className="grid items-start gap-lg lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] xl:gap-xl">
          <ScheduleBlock />
          <div className="flex flex-col gap-lg xl:gap-xl">
            <PaymentsBlock />
            <EventsBlock />
          </div>
        </div>
      ) : (
        <NothingForGroup fitting={['parent']} page="/home-page">
          <Trans>Здесь родители видят расписание детей, ближайшие платежи и мероприятия.</Trans>
        </NothingForGroup>
      )}
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
