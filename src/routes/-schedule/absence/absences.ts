import { useQuery } from '@tanstack/react-query'
import { optionalQuery } from '#src/api/call-query.ts'
import { absencesQuery } from '#src/api/schedule.ts'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'

const nothing = { absences: [], students: [] }

/** Reported absences, and whom the user may report; none for visitors and after a failure. */
export function useAbsences() {
  const isVisitor = useSessionSelector(({ context }) => context.user === null)
  const { data = nothing } = useQuery({ ...optionalQuery(absencesQuery()), enabled: !isVisitor })
  return data
}

export const AbsenceDialog = lazyComponent('absence-dialog', () => import('./absence-dialog.tsx'), 'AbsenceDialog')
