import type { Homework, HomeworkTask } from '#contract/learning/homework.ts'
import type { Dates } from '#src/i18n/dates.ts'

/** Homework of one child, or of all. */
export function homeworkOfChild({ tasks, earlier }: Homework, child: string | undefined): Homework {
  const isShown = ({ studentUuid }: HomeworkTask) => child === undefined || studentUuid === child
  return { tasks: tasks.filter(isShown), earlier: earlier.filter(isShown) }
}

export type HomeworkDay = { day: string; tasks: HomeworkTask[] }

/** Tasks by the day of their deadline; those of a day by child, in the order of `children`, then by deadline. */
export function homeworkByDay(
  tasks: readonly HomeworkTask[],
  { children, dates }: { children: readonly string[]; dates: Dates },
): HomeworkDay[] {
  const rank = ({ studentUuid }: HomeworkTask) => children.indexOf(studentUuid)
  return [...Map.groupBy(tasks, ({ dueAt }) => dates.dayOf(dueAt))].map(([day, own]) => ({
    day,
    tasks: own.toSorted((one, other) => rank(one) - rank(other)),
  }))
}

/** What can still be handed in, the next deadline first: what is left from before, then what is due in the week. */
export function homeworkToDo({ tasks, earlier }: Homework): HomeworkTask[] {
  return [...earlier, ...tasks].filter(({ canBeDone }) => canBeDone)
}
