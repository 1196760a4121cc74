import { usePrefetchQuery } from '@tanstack/react-query'
import type { CalendarView } from '#contract/enumerations.ts'
import { type ScheduleGroup, scheduleQuery } from '#src/api/schedule.ts'
import { monthOf } from './month-of.ts'
import { stepFrom } from './period.ts'

type NeighboursProps = { family: ScheduleGroup; view: CalendarView; date: string; today: string }

/** Asks for the periods before and after. Drawn once the sheet in view has arrived, so that it never waits for them. */
export function Neighbours({ family, view, date, today }: NeighboursProps) {
  usePrefetchQuery(scheduleQuery(family, monthOf(stepFrom(date, view, -1, today))))
  usePrefetchQuery(scheduleQuery(family, monthOf(stepFrom(date, view, 1, today))))
  return null
}
