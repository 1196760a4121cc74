import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import type { GradeBookView } from '#contract/enumerations.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { gradeBookViewOf, type StudentGradeBooks } from '#src/domain/grade-book-selection.ts'
import { separator } from '#src/i18n/labels.ts'
import { ChildSwitcher } from '#src/routes/-flow/filters/child-switcher.tsx'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'
import { SegmentedControl } from '#src/ui/forms/segmented-control.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { Book, Term } from './journal.ts'
import { useNewMarks } from './new-marks.tsx'

/** Closes dialogs: their mark and course do not exist in another book. */
const closed = { mark: undefined, course: undefined }

type GradeBookChildSwitcherProps = { allBooks: readonly StudentGradeBooks[] | undefined; child: string | undefined }

/** Selects whose grade book is open. */
export function GradeBookChildSwitcher({ allBooks, child }: GradeBookChildSwitcherProps) {
  const { t } = useLingui()
  const { show } = useScreenSearch('grade-book')
  const fresh = useNewMarks()
  const countOf = (uuid: string) => fresh.filter(({ studentUuid }) => studentUuid === uuid).length || undefined
  return (
    <ChildSwitcher
      legend={t`Чей журнал`}
      people={allBooks?.flatMap(({ student }) =>
        student === null ? [] : [{ ...student, count: student.uuid === child ? undefined : countOf(student.uuid) }],
      )}
      chosen={child}
      onChoose={(chosen) => show({ child: chosen, book: undefined, term: undefined, view: undefined, ...closed })}
    />
  )
}

type GradeBookSelectorProps = { studentBooks: StudentGradeBooks; book: Book | null; term: Term | null }

/**
 * Selection of year, course, term and view, and the PDF; each selection is a history entry. One row, on a phone two.
 * Selections with one option are hidden.
 */
export function GradeBookSelector({ studentBooks: { student, books }, book, term }: GradeBookSelectorProps) {
  const { t } = useLingui()
  const { search, show } = useScreenSearch('grade-book')
  if (book === null) return null
  const view = gradeBookViewOf(book, search.view)
  const child = student?.uuid
  return (
    <div className="flex flex-wrap items-center gap-x-lg gap-y-sm print:hidden">
      <div className="flex min-w-0 flex-wrap items-center gap-xs max-md:w-full">
        {books.length > 1 && <YearSelect child={child} book={book} books={books} />}
        {book.variant === 'academy' && view === 'marks' && book.courses.length > 1 && (
          <CourseSelect child={child} book={book} term={term} />
        )}
        {book.terms.length > 1 && <TermSelector child={child} book={book} term={term} />}
      </div>
      <div className="flex flex-wrap items-center gap-xs max-md:w-full md:ml-auto">
        <SegmentedControl
          legend={t`Показать`}
          value={view}
          options={segmentsOf(book)}
          onChange={(next) => show({ view: next === gradeBookViewOf(book, undefined) ? undefined : next, ...closed })}
        />
        <DownloadButton key={book.uuid} book={book} />
      </div>
    </div>
  )

  function segmentsOf({ variant }: Book): { value: GradeBookView; label: string }[] {
    const marks = { value: 'marks', label: variant === 'academy' ? t`Баллы` : t`Оценки` } as const
    const totals = { value: 'totals', label: variant === 'college' ? t`Зачётная книжка` : t`Итоги` } as const
    return variant === 'college' ? [totals, marks] : [marks, totals]
  }
}

function YearSelect({ child, book, books }: { child: string | undefined; book: Book; books: readonly Book[] }) {
  const { t } = useLingui()
  const { show } = useScreenSearch('grade-book')
  return (
    <div className="md:w-[148px]">
      <Select
        aria-label={t`Учебный год`}
        value={book.uuid}
        onChange={({ target }) => show({ child, book: target.value, term: undefined, view: undefined, ...closed })}
      >
        {books.map((one) => (
          <option key={one.uuid} value={one.uuid}>
            {yearLabel(one, books)}
          </option>
        ))}
      </Select>
    </div>
  )
}

type BookSelectionProps = { child: string | undefined; book: Book; term: Term | null }

/** Course of the score journal of an academy. */
function CourseSelect({ child, book, term }: BookSelectionProps) {
  const { t } = useLingui()
  const { search, show } = useScreenSearch('grade-book')
  const [first] = book.courses
  const course = book.courses.find(({ uuid }) => uuid === search.course) ?? first
  return (
    <div className="min-w-0 max-md:order-last max-md:basis-full md:w-[240px]">
      <Select
        aria-label={t`Курс`}
        value={course?.uuid}
        onChange={({ target: { value } }) =>
          show({
            child,
            book: book.uuid,
            term: term?.uuid,
            course: value === first?.uuid ? undefined : value,
            mark: undefined,
          })
        }
      >
        {book.courses.map(({ uuid, title }) => (
          <option key={uuid} value={uuid}>
            {title}
          </option>
        ))}
      </Select>
    </div>
  )
}

/** Chips, on a phone a select: there it shares its row. */
function TermSelector({ child, book, term }: BookSelectionProps) {
  const { t } = useLingui()
  const { show } = useScreenSearch('grade-book')
  const choose = (chosen: string) => show({ child, book: book.uuid, term: chosen, ...closed })
  return (
    <Responsive
      from="md"
      narrow={
        <Select aria-label={t`Период`} value={term?.uuid} onChange={({ target }) => choose(target.value)}>
          {book.terms.map(({ uuid, title }) => (
            <option key={uuid} value={uuid}>
              {title}
            </option>
          ))}
        </Select>
      }
      wide={
        <SingleChoice
          legend={t`Период`}
          options={book.terms.map(({ uuid, title }) => ({ value: uuid, label: title }))}
          chosen={term?.uuid}
          onChange={choose}
        />
      }
    />
  )
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
  const ask = usePressMutation({
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
