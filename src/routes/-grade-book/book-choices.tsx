import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import type { GradeBookView } from '#contract/enumerations.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import type { StudentGradeBooks } from '#src/domain/grade-book-selection.ts'
import { separator } from '#src/i18n/labels.ts'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { Book, Term } from './journal.ts'

/** What the URL selects of the books of a student. */
export type OpenedBook = {
  studentBooks: StudentGradeBooks
  book: Book | null
  term: Term | null
  /** Null without a book. */
  view: GradeBookView | null
  /** Uuid of the course shown alone. */
  course: string | undefined
}

/** Closes dialogs: their mark and course do not exist in another book. */
const closed = { mark: undefined, course: undefined }

/** Terms and views of the open book, and the functions that choose them; null without a book. */
export function useBookChoices({ studentBooks, book, view, course }: OpenedBook) {
  const { t } = useLingui()
  const { show } = useScreenSearch('grade-book')
  const child = studentBooks.student?.uuid
  if (book === null) return null
  const { uuid, variant } = book
  const marks = { value: 'marks', label: t`Оценки` } as const
  const totals = { value: 'totals', label: variant === 'college' ? t`Зачётная книжка` : t`Итоги` } as const
  // An academy has an overview of its courses, and each leads to its journal.
  const views: { value: GradeBookView; label: string }[] =
    variant === 'academy' ? [] : variant === 'college' ? [totals, marks] : [marks, totals]
  return {
    // The totals of a school have all terms side by side.
    terms:
      variant === 'school' && view === 'totals'
        ? []
        : book.terms.map(({ uuid: value, title }) => ({ value, label: title })),
    views,
    chooseTerm: (term: string) =>
      show({
        child,
        book: uuid,
        term,
        mark: undefined,
        course: variant === 'academy' && view === 'marks' ? course : undefined,
      }),
    chooseView: (next: GradeBookView) => show({ view: next === views[0]?.value ? undefined : next, ...closed }),
  }
}

type YearSelectProps = {
  studentBooks: StudentGradeBooks
  book: Book
  /** Called after a choice. */
  onChosen?: () => void
}

/** Year of the book; nothing with one. */
export function YearSelect({ studentBooks: { student, books }, book, onChosen }: YearSelectProps) {
  const { t } = useLingui()
  const { show } = useScreenSearch('grade-book')
  if (books.length < 2) return null
  return (
    <Select
      aria-label={t`Учебный год`}
      value={book.uuid}
      onChange={({ target }) => {
        show({ child: student?.uuid, book: target.value, term: undefined, view: undefined, ...closed })
        onChosen?.()
      }}
    >
      {books.map((one) => (
        <option key={one.uuid} value={one.uuid}>
          {yearLabel(one, books)}
        </option>
      ))}
    </Select>
  )
}

/** School year, with the title of the book if the year has several. */
function yearLabel({ title, schoolYear }: Book, books: readonly Book[]): string {
  const ofYear = books.filter((book) => book.schoolYear === schoolYear)
  return ofYear.length > 1 ? `${schoolYear}${separator}${title}` : schoolYear
}

const route = getRouteApi('/grade-book/')

/** Downloads the PDF. Its URL is requested on the click, because it expires after some minutes. */
export function DownloadButton({ book }: { book: Book }) {
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
