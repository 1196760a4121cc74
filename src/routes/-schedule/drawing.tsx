import { memo, Suspense, useState } from 'react'
import type { CalendarView } from '#contract/enumerations.ts'
import { SkeletonCalendar } from '#src/ui/skeleton.tsx'
import { createLatePaperList } from './paper-list-late.ts'
import type { Calendar } from './to-calendar.ts'
import { usePrinting } from './use-printing.ts'
import { lateViews } from './views-lazy.ts'

export type DrawingProps = { calendar: Calendar; days: readonly string[]; date: string; today: string }

/** Month or week; paper gets the list by days, which loses nothing whatever the size of the sheet. */
export const Drawing = memo(function Drawing({ view, ...rest }: DrawingProps & { view: CalendarView }) {
  const [paper] = useState(createLatePaperList)
  const isPrinting = usePrinting(paper.fetch)
  const PaperList = isPrinting ? paper.fetched() : null
  if (PaperList) return <PaperList view={view} {...rest} />
  const View = lateViews[view].Part
  return (
    <Suspense fallback={<SkeletonCalendar />}>
      <View {...rest} />
    </Suspense>
  )
})
