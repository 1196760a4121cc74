import type { ComponentType } from 'react'
import type { CalendarView } from '#contract/enumerations.ts'
import type { DrawingProps } from './drawing.tsx'

type PaperList = ComponentType<DrawingProps & { view: CalendarView }>

/**
 * The code of what goes on paper, fetched once the schedule is drawn. Printing cannot wait for it, so this is not
 * React's `lazy`: whoever prints before it is here gets the sheet as it is on the screen.
 */
export function createLatePaperList() {
  let paperList: PaperList | null = null
  return {
    fetched: () => paperList,
    fetch: () =>
      import('./paper-list.tsx').then(
        (module) => {
          paperList = module.PaperList
        },
        () => undefined,
      ),
  }
}
