import { homeworkQuery } from '#src/api/progress.ts'
import { homeworkToDo } from '#src/domain/homework.ts'
import { useQueryIfOpen } from '#src/routes/-query/use-is-closed.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { homeworkMonday } from './home-page-items.ts'

/** What can still be handed in, until the end of the week of tomorrow; none while it is loading. */
export function useHomeworkToDo() {
  const { today } = useSchoolNow()
  const result = useQueryIfOpen('homework', homeworkQuery(homeworkMonday(today)))
  return { tasks: result.data ? homeworkToDo(result.data) : [], result }
}
