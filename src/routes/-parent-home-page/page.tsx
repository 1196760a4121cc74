import { HomeColumns } from '#src/routes/-flow/home/home-block.tsx'
import { useIsClosed } from '#src/routes/-query/use-is-closed.ts'
import { EventsBlock } from './events-block.tsx'
import { HomeHeading } from './home-heading.tsx'
import { MarksBlock } from './marks-and-changes.tsx'
import { NeedsBlock } from './needs-block.tsx'
import { OtherChangesBlock, ScheduleBlock } from './schedule-block.tsx'
import { SchoolBlock } from './school-block.tsx'

export default function ParentHomePage() {
  const isClosed = useIsClosed()
  return (
    <>
      <HomeHeading />
      <HomeColumns
        aside={
          <>
            {!isClosed('schedule') && <OtherChangesBlock />}
            {!isClosed('grade-book') && <MarksBlock />}
            <SchoolBlock />
            <EventsBlock />
          </>
        }
      >
        <NeedsBlock />
        {!isClosed('schedule') && <ScheduleBlock />}
      </HomeColumns>
    </>
  )
}
