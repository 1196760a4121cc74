import type { Homework, HomeworkTask } from '#contract/learning/homework.ts'
import { startOfWeek } from '#src/i18n/calendar-days.ts'
import type { Dates } from '#src/i18n/dates.ts'

/** Homework of one child, or of all. */
export function homeworkOfChild({ tasks, earlier }: Homework, child: string | undefined): Homework {
  const isShown = ({ studentUuid }: HomeworkTask) => child === undefined || studentUuid === child
  return { tasks: tasks.filter(isShown), earlier: earlier.filter(isShown) }
}

type HomeworkSections = {
  /** Due before today, and can still be handed in. */
  late: HomeworkTask[]
  /** From today on, or each day of another week. */
  days: { day: string; tasks: HomeworkTask[] }[]
  /** The rest of the current week. */
  past: HomeworkTask[]
}

/** Homework of a week in the order in which it is done, each part by deadline. */
export function homeworkSections(
  { tasks, earlier }: Homework,
  { monday, today, dates }: { monday: string; today: string; dates: Dates },
): HomeworkSections {
  const dayOf = ({ dueAt }: HomeworkTask) => dates.dayOf(dueAt)
  const byDay = (some: readonly HomeworkTask[]) =>
    [...Map.groupBy(some, dayOf)].map(([day, own]) => ({ day, tasks: own }))
  if (monday !== startOfWeek(today)) return { late: [], days: byDay(tasks), past: [] }
  const before = tasks.filter((task) => dayOf(task) < today)
  return {
    late: [...earlier, ...before.filter(({ canBeDone }) => canBeDone)],
    days: byDay(tasks.filter((task) => dayOf(task) >= today)),
    past: before.filter(({ canBeDone }) => !canBeDone),
  }
}

/** What can still be handed in, the next deadline first: what is left from before, then what is due in the week. */
export function homeworkToDo({ tasks, earlier }: Homework): HomeworkTask[] {
  return [...earlier, ...tasks].filter(({ canBeDone }) => canBeDone)
}
