import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { optionalQuery } from '#src/api/call-query.ts'
import { type BookOwner, markDetailsQuery } from '#src/api/grade-book.ts'
import type { OwedCourse } from '#src/domain/grade-book-selection.ts'
import { unbrokenReferences } from '#src/domain/unbroken-references.ts'
import { separator } from '#src/i18n/labels.ts'
import { markText } from '#src/i18n/school-titles.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { CourseDialogRoute, MarkDialogRoute } from '#src/routes/-grade-book/grade-book-dialogs.tsx'
import { type Course, type JournalEntry, journalEntryKey, type SelectedTerm } from '#src/routes/-grade-book/journal.ts'
import { markTypeTitle, noJournalMessage, stateMessages } from '#src/routes/-grade-book/journal-texts.ts'
import { NoveltyBadge } from '#src/routes/-grade-book/novelty.tsx'
import { finalMarkTypes } from '#src/routes/-grade-book/passing-marks.ts'
import { useJournal, useReasonsWithoutJournal, useSettings } from '#src/routes/-grade-book/use-journal.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { FailedCourses } from './failed-courses.tsx'

type RecordRow = {
  course: Course
  value: string | null
  decisive: JournalEntry | undefined
  isFailed: boolean
  /** Why it has no journal. */
  reason: string | undefined
}

type RecordBookProps = SelectedTerm & {
  /** To be retaken, of all semesters and years. */
  failed: readonly OwedCourse[] | undefined
}

/** A semester of a college: form of assessment, result, retakes and failed courses. */
export function RecordBook({ failed, ...opened }: RecordBookProps) {
  const { t } = useLingui()
  const { owner, book, term } = opened
  const { open } = useScreenSearch('grade-book')
  const settings = useSettings(opened)
  const reasons = useReasonsWithoutJournal(opened)
  const journal = useJournal(opened)
  const termSearch = { child: owner?.studentUuid, book: book.uuid, term: term.uuid }
  const lines = book.courses.map((course): RecordRow => {
    const ofCourse = journal.data?.filter(({ courseUuid }) => courseUuid === course.uuid) ?? []
    const decisive = ofCourse.filter(({ markType }) => finalMarkTypes.includes(markType))
    return {
      course,
      value: course.termMarks.find(({ termUuid }) => termUuid === term.uuid)?.value ?? null,
      decisive: decisive.findLast(({ mark }) => mark !== null) ?? decisive[0],
      reason: reasons.get(course.uuid),
      isFailed:
        failed?.some(
          (one) => one.book.uuid === book.uuid && one.course.uuid === course.uuid && one.term.uuid === term.uuid,
        ) ?? false,
    }
  })
  const courseButton = ({ course: { uuid, title } }: RecordRow) => (
    <button
      type="button"
      className="rounded-xs text-left font-medium underline decoration-line underline-offset-4 hover:decoration-current"
      onClick={() => open({ ...termSearch, course: uuid })}
    >
      <SchoolText>{unbrokenReferences(title)}</SchoolText>
    </button>
  )
  const courseResult = (line: RecordRow) => (
    <CourseResult
      {...line}
      owner={owner}
      onOpen={line.decisive && (() => open({ ...termSearch, mark: line.decisive && journalEntryKey(line.decisive) }))}
    />
  )
  const columns: Column<RecordRow>[] = [
    {
      key: 'course',
      title: t`Предмет`,
      rowHeader: true,
      cell: (line) => (
        <>
          {courseButton(line)}
          <span className="block min-h-[20px] text-sm font-normal text-ink-muted">
            <SchoolText>{[line.course.teacher, line.reason].filter(Boolean).join(separator)}</SchoolText>
          </span>
        </>
      ),
    },
    {
      key: 'form',
      title: t`Форма`,
      fitContent: true,
      cell: ({ decisive }) => decisive && markTypeTitle(decisive.markType, settings),
    },
    { key: 'result', title: t`Результат`, align: 'end', cell: courseResult },
    ...(book.courses.some(({ finalMark }) => finalMark !== null)
      ? [
          {
            key: 'final',
            title: t`Итог года`,
            align: 'end',
            cell: ({ course }) => course.finalMark && <span className="font-strong">{course.finalMark}</span>,
          } satisfies Column<RecordRow>,
        ]
      : []),
  ]
  return (
    <>
      <FailedCourses failed={failed} book={book} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only preloads code on hover and focus */}
      <div onPointerEnter={preloadDialogs} onFocus={preloadDialogs}>
        <Card padding="flush" aria-label={term.title}>
          {/* On the screen the selection names it. */}
          <h2 className="hidden px-base pb-sm text-xl print:block">{term.title}</h2>
          <QueryState result={journal} skeleton={null}>
            {() => null}
          </QueryState>
          <Responsive
            from="md"
            narrow={
              <ul aria-label={t`Зачётная книжка: ${term.title}`} className="divide-y divide-line-soft">
                {lines.map((line) => (
                  <li
                    key={line.course.uuid}
                    className="flex min-h-[64px] items-center justify-between gap-sm px-base py-xs"
                  >
                    <div className="min-w-0">
                      {courseButton(line)}
                      <p className="text-sm text-ink-muted empty:hidden">
                        {line.decisive
                          ? markTypeTitle(line.decisive.markType, settings)
                          : line.reason && <SchoolText>{line.reason}</SchoolText>}
                      </p>
                    </div>
                    <div className="min-w-0 text-right">
                      {courseResult(line)}
                      {line.course.finalMark && (
                        <p className="text-sm text-ink-muted">
                          <Trans>год: {line.course.finalMark}</Trans>
                        </p>
                      )}
                    </div>
                  </li>
                ))}
              </ul>
            }
            wide={
              <Table
                caption={t`Зачётная книжка: ${term.title}`}
                columns={columns}
                rows={lines}
                rowKey={({ course }) => course.uuid}
              />
            }
          />
        </Card>
      </div>
    </>
  )
}

function preloadDialogs() {
  void MarkDialogRoute.prefetch()
  void CourseDialogRoute.prefetch()
}

type CourseResultProps = {
  owner: BookOwner
  value: string | null
  /** Journal entry of the credit or examination. */
  decisive: JournalEntry | undefined
  isFailed: boolean
  reason: string | undefined
  onOpen: (() => void) | undefined
}

function CourseResult({ owner, value, decisive, isFailed, reason, onOpen }: CourseResultProps) {
  const { i18n } = useLingui()
  const state = decisive?.state
  const mark = value ?? (state === 'marked' ? decisive?.mark?.value : undefined)
  const written = mark === undefined ? undefined : markText(mark, i18n)
  return (
    <span className="inline-flex max-w-full flex-col items-end">
      <span className="inline-flex flex-wrap items-center justify-end gap-x-xs gap-y-xxs">
        {isFailed && (
          <Badge tone="error" icon={<Icon name="warning" size={16} />}>
            <Trans>задолженность</Trans>
          </Badge>
        )}
        <NoveltyBadge novelty={decisive?.novelty ?? null} />
        {written === undefined ? (
          <span className="text-ink-muted">
            {state !== undefined && state !== 'marked' && i18n._(stateMessages[state])}
            {state === undefined && (reason ? i18n._(noJournalMessage) : <Trans>ещё не сдано</Trans>)}
          </span>
        ) : onOpen ? (
          <button
            type="button"
            onClick={onOpen}
            className="rounded-xs font-strong underline decoration-line underline-offset-4 hover:decoration-current"
          >
            {written}
          </button>
        ) : (
          <span className="font-strong">{written}</span>
        )}
      </span>
      {decisive?.mark && decisive.earlier.length > 0 && (
        <Retakes owner={owner} markUuid={decisive.mark.uuid} values={[...decisive.earlier, decisive.mark.value]} />
      )}
    </span>
  )
}

/** All attempts in order. The date of the last one comes from the details of the mark and is optional. */
function Retakes({ owner, markUuid, values }: { owner: BookOwner; markUuid: string; values: readonly string[] }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { data } = useQuery(optionalQuery(markDetailsQuery(owner, markUuid)))
  const at = data?.history.at(-1)?.at
  return (
    <span className="text-sm font-normal text-ink-muted">
      <Trans>пересдача: {values.map((value) => markText(value, i18n)).join(' → ')}</Trans>
      {at && (
        <>
          , <time dateTime={at}>{dates.day(dates.dayOf(at))}</time>
        </>
      )}
    </span>
  )
}
