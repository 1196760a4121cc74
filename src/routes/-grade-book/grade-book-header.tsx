import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { GradeBookView } from '#contract/enumerations.ts'
import { gradeBookViewOf, type StudentGradeBooks } from '#contract/grade-book-selection.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { separator } from '#src/i18n/labels.ts'
import { CallError } from '#src/routes/-shell/query/error-message.tsx'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'
import { SegmentedControl } from '#src/ui/forms/segmented-control.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { Book, Term } from './journal.ts'
import { NewMarksButton, useNewMarks } from './new-marks.tsx'

type SelectionProps = {
  allBooks: readonly StudentGradeBooks[]
  studentBooks: StudentGradeBooks
  book: Book | null
}

/** Closes dialogs: their mark and course do not exist in another book. */
const closed = { mark: undefined, course: undefined }

/** Beside the heading: new marks of the open child, the school year if there are several, and the PDF. */
export function GradeBookActions({ allBooks, studentBooks, book }: SelectionProps) {
  const { t } = useLingui()
  const { show } = useScreenSearch('grade-book')
  const { student, books } = studentBooks
  return (
    <>
      <NewMarksButton key={student?.uuid} allBooks={allBooks} student={student?.uuid} />
      {books.length > 1 && (
        <div className="w-[148px]">
          <Select
            aria-label={t`Учебный год`}
            value={book?.uuid}
            onChange={({ target }) =>
              show({ child: student?.uuid, book: target.value, term: undefined, view: undefined, ...closed })
            }
          >
            {books.map((one) => (
              <option key={one.uuid} value={one.uuid}>
                {yearLabel(one, books)}
              </option>
            ))}
          </Select>
        </div>
      )}
      {book && <DownloadButton key={book.uuid} book={book} />}
    </>
  )
}

/** Selection of child, term and view in one row; each is a history entry. Selections with one option are hidden. */
export function GradeBookSelector({ allBooks, studentBooks, book, term }: SelectionProps & { term: Term | null }) {
  const { t } = useLingui()
  const { search, show } = useScreenSearch('grade-book')
  const fresh = useNewMarks()
  const children = allBooks.flatMap(({ student }) => student ?? [])
  const child = studentBooks.student?.uuid
  const countOf = (uuid: string) => fresh.filter(({ studentUuid }) => studentUuid === uuid).length || undefined
  return (
    <div className="flex flex-wrap items-center gap-x-lg gap-y-sm empty:hidden print:hidden">
      {children.length > 1 && (
        <SingleChoice
          legend={t`Чей журнал`}
          options={children.map(({ uuid, firstName }) => ({
            value: uuid,
            label: firstName,
            count: uuid === child ? undefined : countOf(uuid),
          }))}
          chosen={child}
          onChange={(child) => show({ child, book: undefined, term: undefined, view: undefined, ...closed })}
        />
      )}
      {book && book.terms.length > 1 && (
        <SingleChoice
          legend={t`Период`}
          options={book.terms.map(({ uuid, title }) => ({ value: uuid, label: title }))}
          chosen={term?.uuid}
          onChange={(term) => show({ child, book: book.uuid, term, ...closed })}
        />
      )}
      {book && (
        <div className="md:ml-auto">
          <SegmentedControl
            legend={t`Показать`}
            value={gradeBookViewOf(book, search.view)}
            options={segmentsOf(book)}
            onChange={(view) => show({ view: view === gradeBookViewOf(book, undefined) ? undefined : view, ...closed })}
          />
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
  options: readonly { value: string; label: string; count?: number | undefined }[]
  chosen: string | undefined
  onChange: (chosen: string) => void
}

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

const route = getRouteApi('/grade-book/')

/** Downloads the PDF. Its URL is requested on the click, because it expires after some minutes. */
function DownloadButton({ book }: { book: Book }) {
  const { t } = useLingui()
  const openExternal = route.useRouteContext({ select: (context) => context.openExternal })
  const ask = useMutation({
    ...callMutation('GET /v1/learning/record-book-link', { handlesError: true }),
    onSuccess: ({ url }) => openExternal(url),
  })
  const label = book.variant === 'college' ? t`Скачать зачётную книжку` : t`Скачать журнал`
  return (
    <>
      <Button
        title={label}
        icon={<Icon name="download" />}
        busy={ask.isPending}
        onClick={() => ask.mutate({ query: { bookUuid: book.uuid } })}
      >
        <span>
          <VisuallyHidden>{label}</VisuallyHidden> PDF
        </span>
      </Button>
      <CallError error={ask.error}>
        <Trans>Не удалось подготовить PDF.</Trans>
      </CallError>
    </>
  )
}
