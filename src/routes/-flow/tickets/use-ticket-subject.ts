import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { formatQueryString } from '#src/api/query-string.ts'
import { scheduleQuery, viewerRoleGroupOf } from '#src/api/schedule.ts'
import { entryTimeText } from '#src/domain/date-range-text.ts'
import { monthKeyOf } from '#src/domain/periods.ts'
import { entryTitleOf, mergeScheduleItems } from '#src/domain/schedule-entries.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import type { TicketSubject } from './ticket-html.ts'
import { useTicketSearch } from './use-ticket-search.ts'

type AboutEntry = {
  /** Key of the schedule entry that the URL selects; null without one. */
  about: string | null
  /** A link to it; null also until the schedule has loaded. */
  subject: TicketSubject | null
  students: readonly string[]
}

/** The schedule entry that a new ticket is about. */
export function useTicketSubject(): AboutEntry {
  const { i18n } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  const { schedule } = useTicketSearch()
  const { item = null, date = today } = schedule ?? {}
  const roleGroup = useSessionSelector(({ context }) => viewerRoleGroupOf(context.roleGroup))
  const { data } = useQuery({ ...scheduleQuery(roleGroup, monthKeyOf(date)), enabled: item !== null })
  const entry = item === null ? undefined : data && mergeScheduleItems(data).find(({ key }) => key === item)
  if (entry === undefined) return { about: item, subject: null, students: [] }
  const day = dates.dayOf(entry.startsAt)
  const subject = {
    href: `/schedule${formatQueryString({ date: day, item: entry.key })}`,
    text: `${entryTitleOf(entry)}, ${entryTimeText(entry, dates, i18n.locale)}`,
  }
  return { about: item, subject, students: entry.students }
}
