import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { optionalQuery } from '#src/api/call-query.ts'
import { ownGradeBooksQuery } from '#src/api/grade-book.ts'
import { groupsQuery, type ViewerRoleGroup } from '#src/api/schedule.ts'
import type { ScheduleEntry } from '#src/domain/schedule-entries.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { Icon } from '#src/ui/icon.tsx'

/** Where an entry leads on: its group's results, the day, another group. */
export function EntryLinks({ entry, roleGroup }: { entry: ScheduleEntry; roleGroup: ViewerRoleGroup }) {
  const { groupUuid, students } = entry
  const isLesson = entry.category === 'lessons' && groupUuid !== null
  const { data: groups = [] } = useQuery({ ...optionalQuery(groupsQuery(roleGroup)), enabled: isLesson })
  if (!isLesson) return null
  const changeable = groups.find(
    (group) => group.groupUuid === groupUuid && group.canChange && students.includes(group.studentUuid),
  )
  return (
    <ul className="flex flex-wrap gap-x-base gap-y-xs text-sm">
      <li className="flex items-center gap-xxs">
        <Icon name="grade-book" size={16} />
        {roleGroup === 'parent' ? (
          <ScreenLink to="/progress" search={{ child: students[0], group: groupUuid, lesson: entry.key }}>
            <Trans>Оценки и посещение</Trans>
          </ScreenLink>
        ) : (
          <JournalLink entry={entry} />
        )}
      </li>
      {changeable && (
        <li className="flex items-center gap-xxs">
          <Icon name="switch" size={16} />
          <ScreenLink to="/change-schedule" search={{ contract: changeable.contractUuid }}>
            <Trans>Сменить группу</Trans>
          </ScreenLink>
        </li>
      )}
    </ul>
  )
}

/** To the journal of the lesson's course in its term, if a grade book of the student has it. */
function JournalLink({ entry }: { entry: ScheduleEntry }) {
  const dates = useDates()
  const { data } = useQuery(optionalQuery(ownGradeBooksQuery()))
  const day = dates.dayOf(entry.startsAt)
  const [found] = (data?.books ?? []).flatMap(({ uuid: book, terms, courses }) => {
    const course = courses.find(({ groupUuid }) => groupUuid === entry.groupUuid)
    const term = terms.findLast(({ startsOn }) => startsOn <= day)
    return course && term ? [{ title: course.title, search: { book, term: term.uuid, course: course.uuid } }] : []
  })
  const title = found?.title
  return (
    <ScreenLink to="/grade-book" search={found?.search ?? {}}>
      {title ? <Trans>Журнал: {title}</Trans> : <Trans>Журнал оценок</Trans>}
    </ScreenLink>
  )
}
