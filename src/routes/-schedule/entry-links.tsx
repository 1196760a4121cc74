import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { groupsQuery, type ScheduleGroup } from '#src/api/schedule.ts'
import type { ScheduleEntry } from '#src/domain/schedule-entries.ts'
import { ScreenLink } from '#src/routes/-shell/shell/router-link.tsx'
import { Icon } from '#src/ui/icon.tsx'

/** Where an entry leads on: its group's results, the day, another group. */
export function EntryLinks({ entry, family }: { entry: ScheduleEntry; family: ScheduleGroup }) {
  const { groupUuid, students } = entry
  const isLesson = entry.category === 'lessons' && groupUuid !== null
  const { data: groups = [] } = useQuery({ ...groupsQuery(family), enabled: isLesson, meta: { optional: true } })
  if (!isLesson) return null
  const changeable = groups.find(
    (group) => group.groupUuid === groupUuid && group.canChange && students.includes(group.studentUuid),
  )
  return (
    <ul className="flex flex-wrap gap-x-base gap-y-xs text-sm">
      <li className="flex items-center gap-xxs">
        <Icon name="grade-book" size={16} />
        {family === 'parent' ? (
          <ScreenLink to="/progress" search={{ child: students[0], group: groupUuid, lesson: entry.key }}>
            <Trans>Оценки и посещение</Trans>
          </ScreenLink>
        ) : (
          <ScreenLink to="/grade-book">
            <Trans>Журнал оценок</Trans>
          </ScreenLink>
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
