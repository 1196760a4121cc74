import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { HomeBlocks } from '#src/routes/-flow/home/home-block.tsx'
import { useIsClosed } from '#src/routes/-query/use-is-closed.ts'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { EventsBlock } from './events-block.tsx'
import { Greeting } from './greeting.tsx'
import { MarksBlock } from './marks-and-changes.tsx'
import { NeedsBlock } from './needs-block.tsx'
import { OtherChangesBlock, ScheduleBlock } from './schedule-block.tsx'
import { SchoolBlock } from './school-block.tsx'

export default function ParentHomePage() {
  const title = useScreenTitle()
  const isClosed = useIsClosed()
  return (
    <>
      <PageHeading lead={<Greeting />}>{title('parent-home-page')}</PageHeading>
      <div className="flex flex-col gap-md md:gap-lg">
        <NeedsBlock />
        {!isClosed('schedule') && <ScheduleBlock />}
        <HomeBlocks>
          {!isClosed('schedule') && <OtherChangesBlock />}
          {!isClosed('grade-book') && <MarksBlock />}
          <SchoolBlock />
          <EventsBlock />
        </HomeBlocks>
      </div>
    </>
  )
}
