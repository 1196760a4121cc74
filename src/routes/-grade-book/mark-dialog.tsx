import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { markDetailsQuery } from '#src/api/grade-book.ts'
import { newMarksQuery } from '#src/api/news.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { SeenByOpening } from '#src/routes/-frame/seen-by-opening.tsx'
import { meansAlong } from '#src/school/averages.ts'
import { Button } from '#src/ui/button.tsx'
import { DescriptionList } from '#src/ui/description-list.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Skeleton, SkeletonLine } from '#src/ui/skeleton.tsx'
import { countedOf, type JournalEntry, keyOf } from './journal.ts'
import { Given, MarkDetails } from './mark-facts.tsx'
import { averageWords } from './numbers.ts'
import type { OpenedTerm } from './opened.ts'
import { useJournal, useSettings } from './use-journal.ts'

type MarkDialogProps = OpenedTerm & {
  /** A mark, or a day of the journal that has none. */
  entryKey: string
  onClose: () => void
  onCourse: (courseUuid: string) => void
}

/** All that is known of one mark, or of a day on which none was given. */
export function MarkDialog({ entryKey, onClose, onCourse, ...opened }: MarkDialogProps) {
  const { t } = useLingui()
  const dates = useDates()
  const { owner, book } = opened
  const settings = useSettings(opened)
  const journal = useJournal(opened)
  const entry = journal.data?.find((one) => keyOf(one) === entryKey)
  // Only the journal tells a mark’s key from that of a day without one.
  const isLookedFor = journal.data === undefined && journal.error === null
  const course = book.courses.find(({ uuid }) => uuid === entry?.courseUuid)
  return (
    <Dialog
      open
      onClose={onClose}
      title={course?.title ?? t`Оценка`}
      description={entry && <span className="inline-block first-letter:uppercase">{dates.weekday(entry.date)}</span>}
      closeLabel={t`Закрыть`}
      footer={
        course &&
        book.variant !== 'academy' && (
          <Button onClick={() => onCourse(course.uuid)}>
            <Trans>Все оценки и средний балл</Trans>
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-base">
        {entry && <Given entry={entry} settings={settings} isOfHundred={book.variant === 'academy'} />}
        {entry?.markUuid === null && (
          <DescriptionList entries={[{ key: 'topic', term: t`Тема`, value: entry.topic }]} />
        )}
        {isLookedFor && (
          <Skeleton label={t`Загружаем…`}>
            <DetailsSkeleton />
          </Skeleton>
        )}
        {!isLookedFor && entry?.markUuid !== null && (
          <Loaded query={markDetailsQuery(owner, entryKey)} skeleton={<DetailsSkeleton />}>
            {(details) => (
              <>
                <MarkDetails details={details} state={entry?.state} />
                <NewMark entryKey={entryKey} />
              </>
            )}
          </Loaded>
        )}
        {entry && <Moved entry={entry} journal={journal.data ?? []} isCounted={book.variant !== 'academy'} />}
      </div>
    </Dialog>
  )
}

/** A mark that is new is seen once its details are. */
function NewMark({ entryKey }: { entryKey: string }) {
  const { data } = useQuery({ ...newMarksQuery(), meta: { optional: true } })
  const mark = data?.find(({ uuid, isNew }) => isNew && uuid === entryKey)
  return mark && <SeenByOpening key={entryKey} section="grade-book" item={entryKey} at={mark.givenAt} />
}

type MovedProps = { entry: JournalEntry; journal: readonly JournalEntry[]; isCounted: boolean }

/** How the average of the term was before the mark, and after it. */
function Moved({ entry, journal, isCounted }: MovedProps) {
  const { i18n } = useLingui()
  const counted = countedOf(journal.filter(({ courseUuid }) => courseUuid === entry.courseUuid))
  const at = counted.findIndex((one) => one.entry.uuid === entry.uuid)
  if (!isCounted || at === -1) return null
  const means = meansAlong(counted)
  const [before, after] = [means[at - 1] ?? null, means[at] ?? null]
  if (after === null) return null
  const now = averageWords(after, i18n)
  return (
    <p className="rounded bg-surface-sunken px-sm py-xs">
      {before === null ? (
        <Trans>С этой оценки начался средний балл периода: {now}.</Trans>
      ) : (
        <Trans>
          Средний за период до этой оценки — {averageWords(before, i18n)}, после — {now}.
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
