import { useLingui } from '@lingui/react/macro'
import type { GradeBookView } from '#contract/enumerations.ts'
import { type Shelf, viewOf } from '#contract/opened-book.ts'
import { separator } from '#src/i18n/separator.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { FilterChips } from '#src/ui/filter-chip.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { DownloadBook } from './download-book.tsx'
import type { Book, Term } from './opened.ts'

type ChoicesProps = { shelves: readonly Shelf[]; shelf: Shelf; book: Book | null; term: Term | null }

/** Whose book, of which year, which term of it, and how; a choice of one is not offered. Each is a step in the history. */
export function Choices({ shelves, shelf, book, term }: ChoicesProps) {
  const { t } = useLingui()
  const { search, show } = useAddress('grade-book')
  const children = shelves.flatMap(({ student }) => student ?? [])
  const child = shelf.student?.uuid
  // What lay over the page, and what another book does not have, is left behind.
  const closed = { mark: undefined, course: undefined }
  return (
    <div className="flex flex-col gap-sm print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-sm">
        {children.length > 1 && (
          <OneOf
            legend={t`Чей журнал`}
            options={children.map(({ uuid, firstName }) => ({ value: uuid, label: firstName }))}
            chosen={child}
            onChange={(child) => show({ child, book: undefined, term: undefined, view: undefined, ...closed })}
          />
        )}
        {shelf.books.length > 1 && (
          <OneOf
            legend={t`Учебный год`}
            options={shelf.books.map((one) => ({ value: one.uuid, label: yearOf(one, shelf.books) }))}
            chosen={book?.uuid}
            onChange={(book) => show({ child, book, term: undefined, view: undefined, ...closed })}
          />
        )}
      </div>
      {book && (
        <div className="flex flex-wrap items-center justify-between gap-sm">
          {book.terms.length > 1 && (
            <OneOf
              legend={t`Период`}
              options={book.terms.map(({ uuid, title }) => ({ value: uuid, label: title }))}
              chosen={term?.uuid}
              onChange={(term) => show({ child, book: book.uuid, term, ...closed })}
            />
          )}
          <div className="flex flex-wrap items-center gap-sm">
            <SegmentedControl
              legend={t`Показать`}
              value={viewOf(book, search.view)}
              segments={segmentsOf(book)}
              onChange={(view) => show({ view: view === viewOf(book, undefined) ? undefined : view, ...closed })}
            />
            <DownloadBook key={book.uuid} book={book} />
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

/** A school year, and the book’s own name where one year has several. */
function yearOf({ title, schoolYear }: Book, books: readonly Book[]): string {
  const ofYear = books.filter((book) => book.schoolYear === schoolYear)
  return ofYear.length > 1 ? `${schoolYear}${separator}${title}` : schoolYear
}

type OneOfProps = {
  legend: string
  options: readonly { value: string; label: string }[]
  chosen: string | undefined
  onChange: (chosen: string) => void
}

/** Chips of which one is always on. */
function OneOf({ legend, options, chosen, onChange }: OneOfProps) {
  return (
    <FilterChips
      legend={legend}
      legendHidden
      options={options}
      chosen={chosen === undefined ? [] : [chosen]}
      atMostOne
      onChange={([next]) => next !== undefined && onChange(next)}
    />
  )
}
