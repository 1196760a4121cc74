import { Trans } from '@lingui/react/macro'
import type { Offer } from '#contract/schedule.ts'
import { slotsText } from '#src/domain/weekly-slots.ts'
import { useDates } from '#src/i18n/use-dates.ts'

export type OfferGroup = Offer['opportunities'][number]['groups'][number]

/** Times, place and teacher of a group. */
export function GroupTimes({ group: { slots, startsOn, territory, teacher } }: { group: OfferGroup }) {
  const dates = useDates()
  const times = slotsText(slots, dates)
  const start = dates.day(startsOn)
  return (
    <>
      <span className="block">{times.length > 0 ? times.join('; ') : <Trans>Без постоянного времени</Trans>}</span>
      <span className="block">{territory?.title ?? <Trans>Онлайн</Trans>}</span>
      {teacher && <span className="block">{teacher}</span>}
      <span className="block">
        <Trans>Первое занятие не раньше {start}</Trans>
      </span>
    </>
  )
}
