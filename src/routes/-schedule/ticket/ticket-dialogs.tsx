import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { monthKeyOf } from '#contract/screens.ts'
import { formatQueryString } from '#src/api/query-string.ts'
import { scheduleQuery, viewerRoleGroupOf } from '#src/api/schedule.ts'
import { entryTimeText } from '#src/domain/date-range-text.ts'
import { entryTitleOf, mergeScheduleItems } from '#src/domain/schedule-entries.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useIsImpersonating } from '#src/routes/-shell/account/account-owner-only.tsx'
import { useSessionSelector } from '#src/routes/-shell/account/use-session.ts'
import { lazyComponent } from '#src/routes/-shell/lazy/lazy-component.tsx'
import { useSchoolNow } from '#src/routes/-shell/shell/use-now.ts'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import type { TicketSubject } from './ticket-html.ts'

export const TicketDialog = lazyComponent('ticket-dialog', () => import('./ticket-dialog.tsx'), 'TicketDialog')
export const TicketListDialog = lazyComponent(
  'tickets-dialog',
  () => import('./ticket-list-dialog.tsx'),
  'TicketListDialog',
)

/** The dialogs to write a ticket about the schedule and to list the user's tickets (D-18). */
export function TicketDialogs() {
  const { search, close, replace } = useScreenSearch('schedule')
  const isImpersonating = useIsImpersonating()
  const { dialog, item } = search
  const closeDialog = () => close({ dialog: undefined })
  // Below an open ticket is the list, not the page.
  const closeList = () => (search.ticket ? replace({ dialog: undefined, ticket: undefined }) : closeDialog())
  return (
    <>
      {dialog === 'ticket' && !isImpersonating && <Ticket key={item} onClose={closeDialog} />}
      {dialog === 'tickets' && <TicketListDialog onClose={closeList} />}
    </>
  )
}

/** Reads the subject from the queries of the page, so that the lazy dialog does not need their code. */
function Ticket({ onClose }: { onClose: () => void }) {
  return <TicketDialog subject={useTicketSubject()} onClose={onClose} />
}

/** The schedule entry selected in the URL as a link; null without one, and until the schedule has loaded. */
function useTicketSubject(): TicketSubject | null {
  const { i18n } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  const { search } = useScreenSearch('schedule')
  const { item, date = today } = search
  const roleGroup = useSessionSelector(({ context }) => viewerRoleGroupOf(context.roleGroup))
  const { data } = useQuery({ ...scheduleQuery(roleGroup, monthKeyOf(date)), enabled: item !== undefined })
  const entry = item === undefined ? undefined : data && mergeScheduleItems(data).find(({ key }) => key === item)
  if (entry === undefined) return null
  const day = dates.dayOf(entry.startsAt)
  return {
    href: `/schedule${formatQueryString({ date: day, item: entry.key })}`,
    text: `${entryTitleOf(entry)}, ${entryTimeText(entry, dates, i18n.locale)}`,
  }
}
