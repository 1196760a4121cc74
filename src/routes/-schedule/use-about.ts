import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { monthOf } from '#contract/screens.ts'
import { formatQueryString } from '#src/api/query-string.ts'
import { familyOf, scheduleQuery } from '#src/api/schedule.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { entriesOf, titleOf } from '#src/school/entries.ts'
import { entryTimeWords } from '#src/school/when-words.ts'
import type { About } from './letter.ts'

/** The entry that is open in the address, as words that lead there; null for none, and until the schedule is here. */
export function useAbout(): About | null {
  const { i18n } = useLingui()
  const dates = useDates()
  const { today } = useMoment()
  const { search } = useAddress('schedule')
  const { item, date = today } = search
  const family = useSessionSelector(({ context }) => familyOf(context.roleGroup))
  const { data } = useQuery({ ...scheduleQuery(family, monthOf(date)), enabled: item !== undefined })
  const entry = item === undefined ? undefined : data && entriesOf(data).find(({ key }) => key === item)
  if (entry === undefined) return null
  const day = dates.dayOf(entry.startsAt)
  return {
    href: `/schedule${formatQueryString({ date: day, item: entry.key })}`,
    words: `${titleOf(entry)}, ${entryTimeWords(entry, dates, i18n.locale)}`,
  }
}
