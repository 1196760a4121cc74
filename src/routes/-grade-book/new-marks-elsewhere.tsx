import { Plural, useLingui } from '@lingui/react/macro'
import { gradeBookViewOf, type StudentGradeBooks } from '#src/domain/grade-book-selection.ts'
import { separator } from '#src/i18n/labels.ts'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import type { SelectedTerm } from './journal.ts'
import { useNewMarks } from './new-marks.tsx'

type NewMarksElsewhereProps = Pick<SelectedTerm, 'book' | 'term'> & { studentBooks: StudentGradeBooks }

/**
 * Leads to the new marks of the student that the open term, or its totals, does not show. A record book does without: the
 * button above it counts and opens the same ones.
 */
export function NewMarksElsewhere({ studentBooks: { student, books }, book, term }: NewMarksElsewhereProps) {
  const { t } = useLingui()
  const { search } = useScreenSearch('grade-book')
  const all = useNewMarks()
  const view = gradeBookViewOf(book, search)
  const hasMarks = book.variant === 'academy' || view === 'marks'
  if (book.variant === 'college' && view === 'totals') return null
  const places = books.flatMap((own) =>
    own.terms.flatMap(({ uuid, title }) => {
      if (own.uuid === book.uuid && uuid === term.uuid && hasMarks) return []
      const count = all.filter(
        (mark) =>
          mark.bookUuid === own.uuid &&
          mark.termUuid === uuid &&
          (student === null || mark.studentUuid === student.uuid),
      ).length
      return count === 0 ? [] : [{ own, uuid, title, count }]
    }),
  )
  if (places.length === 0) return null
  return (
    <p role="note" className="mb-sm text-sm print:hidden">
      {places.map(({ own, uuid, title, count }, index) => (
        <span key={uuid}>
          {index > 0 && separator}
          <ScreenLink
            to="/grade-book"
            search={{
              child: student?.uuid,
              book: own.uuid,
              term: uuid,
              ...(own.variant === 'college' && { view: 'marks' }),
            }}
          >
            <Plural
              value={count}
              one="# новая оценка"
              few="# новые оценки"
              many="# новых оценок"
              other="# новой оценки"
            />
            {': '}
            {[own.uuid !== book.uuid && own.schoolYear, own.variant === 'college' && t`журнал`, title]
              .filter(Boolean)
              .join(', ')}
          </ScreenLink>
        </span>
      ))}
    </p>
  )
}
