import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { markDetailsQuery } from '#src/api/grade-book.ts'
import { newMarksQuery } from '#src/api/unseen.ts'
import { runningMeans } from '#src/domain/averages.ts'
import { gradeBookViewOf } from '#src/domain/grade-book-selection.ts'
import { DateTime } from '#src/i18n/date-time.tsx'
import { markText } from '#src/i18n/school-titles.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { SchoolText, useSchoolLang } from '#src/routes/-query/labels/school-text.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useMarkSeenOnOpen } from '#src/routes/-query/use-mark-seen.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { DescriptionList } from '#src/ui/data/list.tsx'
import { LongText } from '#src/ui/data/long-text.tsx'
import { Skeleton, SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { type JournalEntry, journalEntryKey, type SelectedTerm, weightedEntries } from './journal.ts'
import { formatAverage, markTypeTitle, stateMessages } from './journal-texts.ts'
import type { Settings } from './passing-marks.ts'
import { useJournal, useSettings } from './use-journal.ts'

type MarkDialogProps = SelectedTerm & {
  /** Key of a mark, or of a day without a mark. */
  entryKey: string
  onClose: () => void
  onCourse: (courseUuid: string) => void
}

/** Details of a mark, or of a day without a mark. */
export function MarkDialog({ entryKey, onClose, onCourse, ...opened }: MarkDialogProps) {
  const { t } = useLingui()
  const dates = useDates()
  const { search } = useScreenSearch('grade-book')
  const { owner, book } = opened
  const settings = useSettings(opened)
  const journal = useJournal(opened)
  const entry = journal.data?.find((one) => journalEntryKey(one) === entryKey)
  // Only the journal distinguishes the key of a mark from that of a day.
  const isLookedFor = journal.data === undefined && journal.error === null
  const course = book.courses.find(({ uuid }) => uuid === entry?.courseUuid)
  const isOfHundred = book.variant === 'academy'
  const isJournalOpen = isOfHundred && gradeBookViewOf(book, search) === 'marks'
  return (
    <Dialog
      onClose={onClose}
      title={course ? <SchoolText>{course.title}</SchoolText> : t`Оценка`}
      description={entry && <span className="inline-block first-letter:uppercase">{dates.weekday(entry.date)}</span>}
      footer={
        course &&
        !isJournalOpen && (
          <Button onClick={() => onCourse(course.uuid)}>
            {isOfHundred ? <Trans>Все баллы и процент</Trans> : <Trans>Все оценки и средний балл</Trans>}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-base">
        {entry && <MarkSummary entry={entry} settings={settings} isOfHundred={isOfHundred} />}
        {entry?.markUuid === null && (
          <DescriptionList
            entries={[{ key: 'topic', term: t`Тема`, value: entry.topic && <SchoolText>{entry.topic}</SchoolText> }]}
          />
        )}
        {isLookedFor && (
          <Skeleton label={t`Загружаем…`}>
            <DetailsSkeleton />
          </Skeleton>
        )}
        {!isLookedFor && entry?.markUuid !== null && (
          <QueryBoundary query={markDetailsQuery(owner, entryKey)} skeleton={<DetailsSkeleton />}>
            {(details) => <SeenMarkDetails entryKey={entryKey} details={details} state={entry?.state} />}
          </QueryBoundary>
        )}
        {entry && (
          <AverageChange term={opened.term.title} entry={entry} journal={journal.data ?? []} isCounted={!isOfHundred} />
        )}
      </div>
    </Dialog>
  )
}

/** Details of a mark; showing them marks it as seen. */
function SeenMarkDetails({ entryKey, ...details }: { entryKey: string } & ComponentProps<typeof MarkDetails>) {
  const { data } = useQuery(optionalQuery(newMarksQuery()))
  const mark = data?.find(({ uuid, isNew }) => isNew && uuid === entryKey)
  useMarkSeenOnOpen(mark ? { section: 'grade-book', item: entryKey, at: mark.givenAt } : null)
  return <MarkDetails {...details} />
}

type AverageChangeProps = { term: string; entry: JournalEntry; journal: readonly JournalEntry[]; isCounted: boolean }

/** The average of the term before and after the mark. */
function AverageChange({ term, entry, journal, isCounted }: AverageChangeProps) {
  const { i18n } = useLingui()
  const counted = weightedEntries(journal.filter(({ courseUuid }) => courseUuid === entry.courseUuid))
  const at = counted.findIndex((one) => one.entry.uuid === entry.uuid)
  if (!isCounted || at === -1) return null
  const means = runningMeans(counted)
  const [before, after] = [means[at - 1] ?? null, means[at] ?? null]
  if (after === null) return null
  const now = formatAverage(after, i18n)
  return (
    <p className="rounded bg-surface-sunken px-sm py-xs">
      {before === null ? (
        <Trans>
          {term}: с этой оценки начался средний балл, {now}.
        </Trans>
      ) : (
        <Trans>
          {term}: средний балл до этой оценки — {formatAverage(before, i18n)}, после — {now}.
        </Trans>
      )}
    </p>
  )
}

function DetailsSkeleton() {
  return (
    <>
      <SkeletonLine width="long" />
      <SkeletonLine width="half" />
      <SkeletonLine width="long" />
    </>
  )
}

type Details = AnswerOf<Calls['GET /v1/student/grade-book/mark-details']>

type MarkSummaryProps = { entry: JournalEntry; settings: Settings | undefined; isOfHundred: boolean }

function MarkSummary({ entry, settings, isOfHundred }: MarkSummaryProps) {
  const { i18n } = useLingui()
  const { state, mark, markType, max } = entry
  const kind = markTypeTitle(markType, settings)
  return (
    <div className="flex flex-wrap items-center gap-xs">
      <span className="mr-xs text-3xl font-strong tabular-nums">
        {state === 'marked' ? (
          mark ? (
            markText(mark.value, i18n)
          ) : (
            '…'
          )
        ) : (
          <span className="text-xl">{i18n._(stateMessages[state])}</span>
        )}
        {state === 'marked' && isOfHundred && (
          <span className="text-lg font-normal text-ink-muted">
            {' '}
            <Trans>из {i18n.number(max)}</Trans>
          </span>
        )}
      </span>
      {kind && <Badge>{kind}</Badge>}
      {mark !== null && mark.weight > 1 && (
        <Badge tone="info">
          <Trans>вес {i18n.number(mark.weight)}</Trans>
        </Badge>
      )}
    </div>
  )
}

/** Why the mark was given, in the teacher’s words; topic, task, teacher, group average and history. */
function MarkDetails({ details, state }: { details: Details; state: JournalEntry['state'] | undefined }) {
  const { t, i18n } = useLingui()
  const schoolLang = useSchoolLang()
  const { topic, task, comment, teacher, history, groupAverage } = details
  const average =
    groupAverage === null ? (
      <span className="text-ink-muted">
        <Trans>не показан: оценок меньше пяти</Trans>
      </span>
    ) : (
      formatAverage(groupAverage, i18n)
    )
  return (
    <DescriptionList
      entries={[
        {
          key: 'comment',
          term: t`Комментарий преподавателя`,
          value: comment && (
            <LongText lang={schoolLang(comment)} moreLabel={t`Показать полностью`}>
              {comment}
            </LongText>
          ),
        },
        { key: 'topic', term: t`Тема`, value: topic && <SchoolText>{topic}</SchoolText> },
        {
          key: 'task',
          term: t`Задание`,
          value: task && (
            <LongText lang={schoolLang(task)} moreLabel={t`Показать полностью`}>
              {task}
            </LongText>
          ),
        },
        { key: 'teacher', term: t`Преподаватель`, value: teacher },
        { key: 'group', term: t`Средний по группе`, value: state === 'absent' ? null : average },
        {
          key: 'history',
          term: t`История`,
          value: (
            <ol className="flex flex-col gap-xxs">
              {history.map(({ value, at }, index) => (
                <li key={at}>
                  <span className="font-medium">{markText(value, i18n)}</span>{' '}
                  <span className="text-ink-muted">
                    {index === 0 ? <Trans>выставлена</Trans> : <Trans>исправлена</Trans>} <DateTime at={at} />
                  </span>
                </li>
              ))}
            </ol>
          ),
        },
      ]}
    />
  )
}
