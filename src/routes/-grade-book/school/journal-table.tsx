import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useMemo, useRef } from 'react'
import { useDates } from '#src/i18n/use-dates.ts'
import { CourseDialogRoute, MarkDialogRoute } from '#src/routes/-grade-book/grade-book-dialogs.tsx'
import { journalEntryKey, journalGrid, type SelectedTerm } from '#src/routes/-grade-book/journal.ts'
import { absenceSign, noveltyMessages, stateMessages } from '#src/routes/-grade-book/journal-texts.ts'
import { NoveltySign } from '#src/routes/-grade-book/novelty.tsx'
import {
  useJournal,
  useReasonsWithoutJournal,
  useSeenOnLeave,
  useSettings,
} from '#src/routes/-grade-book/use-journal.ts'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useIsPrinting } from '#src/routes/-query/use-is-printing.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Grid, GridFrame, type GridProps, useInitialScroll } from '#src/ui/data/grid.tsx'
import { range } from '#src/ui/data/grid-cells.tsx'
import { PrintGrid } from '#src/ui/data/print-grid.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { CourseList } from './course-list.tsx'
import { markGridContent } from './mark-grid-content.tsx'

/**
 * Marks by course and day with averages and term marks; on a phone a list of courses. The data of the grade book are
 * rendered at once, and the days when they have loaded.
 */
export function JournalTable(opened: SelectedTerm) {
  const { t, i18n } = useLingui()
  const { owner, book, term } = opened
  const dates = useDates()
  const settings = useSettings(opened)
  const reasons = useReasonsWithoutJournal(opened)
  const { open } = useScreenSearch('grade-book')
  const journal = useJournal(opened)
  const entries = journal.data
  useSeenOnLeave(opened, entries !== undefined)
  const lessonGrid = useMemo(() => entries && journalGrid(entries), [entries])
  const content = useMemo(
    () => markGridContent({ book, term, entries, lessonGrid, settings, reasons, dates, i18n }),
    // `dates` changes with the language, while `i18n` stays the same object.
    [book, term, entries, lessonGrid, settings, reasons, dates, i18n],
  )
  const termSearch = { child: owner?.studentUuid, book: book.uuid, term: term.uuid }
  const openCell = (row: number, column: number | null) => {
    const course = book.courses[row]?.uuid
    const entry = column === null || course === undefined ? undefined : lessonGrid?.at(course, column)
    if (entry) open({ ...termSearch, mark: journalEntryKey(entry) })
    else if (column === null) open({ ...termSearch, course })
  }
  const columnCount = content.columnCount
  const isPrinting = useIsPrinting()
  const grid = {
    caption: t`Оценки: ${term.title}`,
    cornerLabel: t`Предмет`,
    scrollLabels: { before: t`Более ранние дни`, after: t`Более поздние дни` },
    rowCount: book.courses.length,
    columnCount,
    content,
  }
  if (isPrinting && entries !== undefined)
    return (
      <div>
        <PrintGrid {...grid} />
        <MarkLegend />
      </div>
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only preloads code on hover and focus
    <div onPointerEnter={preloadDialogs} onFocus={preloadDialogs}>
      <QueryState result={journal} skeleton={null}>
        {(all) => all.length === 0 && <NoLessonsYet />}
      </QueryState>
      <Responsive
        from="md"
        narrow={
          <CourseList
            book={book}
            term={term}
            entries={entries}
            settings={settings}
            reasons={reasons}
            onOpen={(course) => open({ ...termSearch, course })}
          />
        }
        wide={<MarkGrid {...grid} initialColumn={columnCount - 1} busy={entries === undefined} onOpen={openCell} />}
      />
      <MarkLegend />
    </div>
  )
}

function preloadDialogs() {
  void MarkDialogRoute.prefetch()
  void CourseDialogRoute.prefetch()
}

function NoLessonsYet() {
  return (
    <p className="mb-base text-ink-muted">
      <Trans>Занятий ещё не было: оценки появятся здесь после первых.</Trans>
    </p>
  )
}

/** Number of cells from which the table is virtualized. */
const virtualizationThreshold = 1500
/** Rows and columns rendered while the virtualized grid loads. */
const initialSize = 24

const LazyVirtualGrid = lazyComponent(
  'large-grid',
  () => import('#src/ui/data/virtual-grid.tsx'),
  'VirtualGrid',
  (props: GridProps) => <InitialGrid {...props} />,
)

function MarkGrid(props: GridProps) {
  const Drawn = props.rowCount * props.columnCount < virtualizationThreshold ? Grid : LazyVirtualGrid
  return <Drawn {...props} />
}

/** First rows and last columns of a large table in their final position. */
function InitialGrid(props: GridProps) {
  const box = useRef<HTMLDivElement>(null)
  useInitialScroll(box, props)
  const { rowCount, columnCount } = props
  const rows = range(0, Math.min(rowCount, initialSize) - 1)
  const view = { rows, from: Math.max(0, columnCount - initialSize), to: columnCount - 1 }
  return <GridFrame {...props} box={box} view={view} />
}

function MarkLegend() {
  const { i18n } = useLingui()
  return (
    <ul className="mt-base flex flex-wrap gap-x-lg gap-y-xs text-sm text-ink-muted">
      <LegendItem sign={<span className="relative -top-half text-base leading-none">{i18n._(absenceSign)}</span>}>
        {i18n._(stateMessages.absent)}
      </LegendItem>
      <LegendItem sign={<span className="size-xxs rounded-full bg-grey-6" />}>
        {i18n._(stateMessages['not-given'])}
      </LegendItem>
      <LegendItem sign={<Icon name="close" size={16} />}>{i18n._(stateMessages['not-held'])}</LegendItem>
      <LegendItem sign={<span className="text-xs">×3</span>}>
        <Trans>вес оценки</Trans>
      </LegendItem>
      <LegendItem sign={<NoveltySign novelty="given" />}>{i18n._(noveltyMessages.given)}</LegendItem>
      <LegendItem sign={<NoveltySign novelty="corrected" />}>{i18n._(noveltyMessages.corrected)}</LegendItem>
    </ul>
  )
}

function LegendItem({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-xs">
      <span aria-hidden="true" className="inline-flex min-w-base items-center justify-center">
        {sign}
      </span>
      {children}
    </li>
  )
}
