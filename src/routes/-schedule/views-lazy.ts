import { type ComponentType, lazy } from 'react'
import type { CalendarView } from '#contract/enumerations.ts'
import { loadChunk } from '#src/lazy-page.ts'
import type { DrawingProps } from './drawing.tsx'

const load: Record<CalendarView, () => Promise<{ default: ComponentType<DrawingProps> }>> = {
  month: () => import('./month-view.tsx').then(({ MonthView }) => ({ default: MonthView })),
  week: () => import('./week-view.tsx').then(({ WeekView }) => ({ default: WeekView })),
}

/** Whoever looks at a month does without the code of a week, and the other way round. */
export const lazyViews: Record<CalendarView, ComponentType<DrawingProps>> = {
  month: lazy(() => loadChunk('month-view', load.month)),
  week: lazy(() => loadChunk('week-view', load.week)),
}

/** Beside the page's own code; a failure is told when the view itself is asked for. */
export function warmView(view: CalendarView): void {
  load[view]().catch(() => undefined)
}
