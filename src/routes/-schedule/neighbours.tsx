import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import type { ScheduleView } from '#contract/enumerations.ts'
import { monthOf } from '#contract/screens.ts'
import { type ScheduleGroup, scheduleQuery } from '#src/api/schedule.ts'
import { stepFrom } from './period.ts'

type NeighboursProps = { family: ScheduleGroup; view: ScheduleView; date: string; today: string }

/**
 * Asks for the periods before and after (D-39), once the sheet in view has arrived, so that it never waits for them.
 * Observed and not prefetched: a prefetch would ask while it draws, on the server too.
 */
export const Neighbours = memo(function Neighbours({ family, view, date, today }: NeighboursProps) {
  const inBackground = { meta: { optional: true }, staleTime: Number.POSITIVE_INFINITY } as const
  useQuery({ ...scheduleQuery(family, monthOf(stepFrom(date, view, -1, today))), ...inBackground })
  useQuery({ ...scheduleQuery(family, monthOf(stepFrom(date, view, 1, today))), ...inBackground })
  return null
})
