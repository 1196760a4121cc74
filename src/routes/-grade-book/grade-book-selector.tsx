import { useLingui } from '@lingui/react/macro'
import type { GradeBookView } from '#contract/enumerations.ts'
import { gradeBookViewOf, type StudentGradeBooks } from '#contract/grade-book-selection.ts'
import { separator } from '#src/i18n/labels.ts'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import { SegmentedControl } from '#src/ui/forms/segmented-control.tsx'
import { DownloadButton } from './download-button.tsx'
import type { Book, Term } from './selected-term.ts'

type GradeBookSelectorProps = {
  shelves: readonly StudentGradeBooks[]
  shelf: StudentGradeBooks
  book: Book | null
  term: Term | null
}

/** Selection of student, year, term and view; each is a history entry. Selections with one option are hidden. */
export function GradeBookSelector({ shelves, shelf, book, term }: GradeBookSelectorProps) {
  const { t } = useLingui()
  const { search, show } = useScreenSearch('grade-book')
  const children = shelves.flatMap(({ student }) => student ?? [])
  const child = shelf.student?.uuid
  // Closes dialogs: their mark and course do not exist in another book.
  const closed = { mark: undefined, course: undefined }
  return (
    <div className="flex flex-col gap-sm print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-sm">
        {children.length > 1 && (
          <SingleChoice
            legend={t`Чей журнал`}
            options={children.map(({ uuid, firstName }) => ({ value: uuid, label: firstName }))}
            chosen={child}
            onChange={(child) => show({ child, book: undefined, term: undefined, view: undefined, ...closed })}
          />
        )}
        {shelf.books.length > 1 && (
          <SingleChoice
            legend={t`Учебный год`}
            options={shelf.books.map((one) => ({ value: one.uuid, label: yearLabel(one, shelf.books) }))}
            chosen={book?.uuid}
            onChange={(book) => show({ child, book, term: undefined, view: undefined, ...closed })}
          />
        )}
      </div>
      {book && (
        <div className="flex flex-wrap items-center justify-between gap-sm">
          {book.terms.length > 1 && (
            <SingleChoice
              legend={t`Период`}
              options={book.terms.map(({ uuid, title }) => ({ value: uuid, label: title }))}
              chosen={term?.uuid}
              onChange={(term) => show({ child, book: book.uuid, term, ...closed })}
            />
          )}
          <div className="flex flex-wrap items-center gap-sm">
            <SegmentedControl
              legend={t`Показать`}
              value={gradeBookViewOf(book, search.view)}
              options={segmentsOf(book)}
              onChange={(view) =>
                show({ view: view === gradeBookViewOf(book, undefined) ? undefined : view, ...closed })
              }
            />
            <DownloadButton key={book.uuid} book={book} />
          </div>
        </div>
      )}
    </div>
  )

  function segmentsOf({ variant }: Book): { value: GradeBookView; label: string }[] {
    const marks = { value: 'marks', label: variant === 'academy' ? t`Баллы` : t`Оценки` } as const
    const totals = { value: 'totals', label: variant === 'college' ? t`Зачётная книжка` : t`Итоги` } as const
    return variant === 'college' ? [totals, marks] : [marks, totals]
  }
}

/** School year, with the title of the book if the year has several. */
function yearLabel({ title, schoolYear }: Book, books: readonly Book[]): string {
  const ofYear = books.filter((book) => book.schoolYear === schoolYear)
  return ofYear.length > 1 ? `${schoolYear}${separator}${title}` : schoolYear
}

type SingleChoiceProps = {
  legend: string
  options: readonly { value: string; label: string }[]
  chosen: string | undefined
  onChange: (chosen: string) => void
}

/** Chips with exactly one selected. */
function SingleChoice({ legend, options, chosen, onChange }: SingleChoiceProps) {
  return (
    <FilterChips
      legend={legend}
      legendHidden
      options={options}
      selected={chosen === undefined ? [] : [chosen]}
      single
      onChange={([next]) => next !== undefined && onChange(next)}
    />
  )
}
