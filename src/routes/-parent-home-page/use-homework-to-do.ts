import { useQuery } from '@tanstack/react-query'
import { optionalQuery } from '#src/api/call-query.ts'
import { homeworkQuery } from '#src/api/progress.ts'
import { homeworkToDo } from '#src/domain/homework.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { homeworkMonday } from './home-page-items.ts'

/** What can still be handed in, until the end of the week of tomorrow; none while it is loading. */
export function useHomeworkToDo() {
  const { today } = useSchoolNow()
  const result = useQuery(optionalQuery(homeworkQuery(homeworkMonday(today))))
  return { tasks: result.data ? homeworkToDo(result.data) : [], result }
}
