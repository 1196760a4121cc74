import { useQuery } from '@tanstack/react-query'
import { gradeBookSettingsQuery } from '#src/api/grade-book.ts'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import type { OpenedTerm } from './opened.ts'
import type { Journal } from './use-journal.ts'
import { useTermsJournal } from './use-terms-journal.ts'
import { type Debt, debtsOf } from './verdict.ts'

/** What is owed of all semesters: undefined while nobody knows, null where it could not be learnt. */
export function useDebts(opened: OpenedTerm): { debts: readonly Debt[] | null | undefined; begun: Journal } {
  const { owner, book } = opened
  const { today } = useMoment()
  const { data: settings, error } = useQuery({
    ...gradeBookSettingsQuery(owner, book.uuid),
    meta: { optional: true },
  })
  // A semester that has not begun has nothing to owe.
  const begun = useTermsJournal(
    opened,
    book.terms.filter(({ startsOn }) => startsOn <= today),
  )
  if (settings && begun.data) return { debts: debtsOf(book, begun.data, settings.scale), begun }
  return { debts: error || begun.error ? null : undefined, begun }
}
