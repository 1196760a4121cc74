import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { GradeBookView } from '#contract/enumerations.ts'
import { gradeBookViewOf, type StudentGradeBooks } from '#contract/grade-book-selection.ts'
import type { NewMark } from '#contract/learning.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { newMarksQuery } from '#src/api/news.ts'
import { separator } from '#src/i18n/labels.ts'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-shell/account/account-owner-only.tsx'
import { useMarkSeen } from '#src/routes/-shell/flow/use-mark-seen.ts'
import { CallError } from '#src/routes/-shell/query/error-message.tsx'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import { SegmentedControl } from '#src/ui/forms/segmented-control.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { Book, Term } from './journal.ts'

type GradeBookSelectorProps = {
  allBooks: readonly StudentGradeBooks[]
  studentBooks: StudentGradeBooks
  book: Book | null
  term: Term | null
}

/** Selection of student, year, term and view; each is a history entry. Selections with one option are hidden. */
export function GradeBookSelector({ allBooks, studentBooks, book, term }: GradeBookSelectorProps) {
  const { t } = useLingui()
  const { search, show } = useScreenSearch('grade-book')
  const children = allBooks.flatMap(({ student }) => student ?? [])
  const child = studentBooks.student?.uuid
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
        {studentBooks.books.length > 1 && (
          <SingleChoice
            legend={t`Учебный год`}
            options={studentBooks.books.map((one) => ({ value: one.uuid, label: yearLabel(one, studentBooks.books) }))}
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

const maxNamed = 5

/** Marks since the last visit, each with a link, and a button that marks all as seen. */
export function NewMarks({ allBooks }: { allBooks: readonly StudentGradeBooks[] }) {
  const { data } = useQuery({ ...newMarksQuery(), meta: { optional: true } })
  const fresh = (data ?? []).filter(({ isNew }) => isNew)
  if (fresh.length === 0) return null
  return (
    <Notice
      title={
        <Plural
          value={fresh.length}
          one="# новая оценка"
          few="# новые оценки"
          many="# новых оценок"
          other="# новой оценки"
        />
      }
    >
      <div className="mt-xs flex flex-wrap items-center justify-between gap-sm">
        <ul className="flex min-w-0 flex-wrap items-center gap-xs">
          {fresh.slice(0, maxNamed).map((mark) => (
            <li key={mark.uuid}>
              <NewMarkButton mark={mark} name={childName(mark, allBooks)} />
            </li>
          ))}
          {fresh.length > maxNamed && (
            <li className="text-sm text-ink-muted">
              <Trans>и ещё {fresh.length - maxNamed}, с точкой в журнале</Trans>
            </li>
          )}
        </ul>
        <MarkAllSeenButton fresh={fresh} />
      </div>
    </Notice>
  )
}

/** Name of the child, if there are several children. */
function childName({ studentUuid }: NewMark, allBooks: readonly StudentGradeBooks[]): string | null {
  if (allBooks.length < 2) return null
  return allBooks.find(({ student }) => student?.uuid === studentUuid)?.student?.firstName ?? null
}

function NewMarkButton({ mark, name }: { mark: NewMark; name: string | null }) {
  const { open } = useScreenSearch('grade-book')
  const { uuid, studentUuid, bookUuid, termUuid, course, topic, value } = mark
  const child = name === null ? undefined : studentUuid
  return (
    <Button
      size="small"
      title={topic}
      onClick={() => open({ child, book: bookUuid, term: termUuid, mark: uuid, course: undefined, view: 'marks' })}
    >
      <span className="font-normal">
        {name && `${name}: `}
        {course}
      </span>{' '}
      <span className="font-strong">{value}</span>
    </Button>
  )
}

function MarkAllSeenButton({ fresh }: { fresh: readonly NewMark[] }) {
  const { markSeen, isPending, error } = useMarkSeen('grade-book')
  const at = fresh
    .map(({ givenAt }) => givenAt)
    .sort()
    .at(-1)
  return (
    <>
      <AccountOwnerButton
        size="small"
        variant="quiet"
        icon={<Icon name="check" size={16} />}
        busy={isPending}
        onClick={() => at !== undefined && markSeen(at)}
      >
        <Trans>Просмотрено</Trans>
      </AccountOwnerButton>
      <AccountOwnerOnly />
      <CallError error={error} />
    </>
  )
}
