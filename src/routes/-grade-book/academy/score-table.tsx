import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { marksNeeded } from '#src/domain/averages.ts'
import { separator } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import type { Course, SelectedTerm } from '#src/routes/-grade-book/journal.ts'
import { formatPercentage, markTypeTitle, stateMessages } from '#src/routes/-grade-book/journal-texts.ts'
import { NoveltyBadge } from '#src/routes/-grade-book/novelty.tsx'
import type { Settings } from '#src/routes/-grade-book/passing-marks.ts'
import { useSeenOnLeave } from '#src/routes/-grade-book/use-journal.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Stat } from '#src/ui/data/list.tsx'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { stretchedLink } from '#src/ui/data/text-link.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { ScoreOutOf } from './score-out-of.tsx'
import { type ScoreJournal as Journal, type ScoreEntry, useScoreEntries } from './use-score-entries.ts'

/** Below the fold, so it needs no placeholder. */
const ScoreAnalysis = lazyComponent(
  'score-story',
  () => import('./score-analysis.tsx'),
  'ScoreAnalysis',
  () => null,
)

type ScoreTableProps = {
  opened: SelectedTerm
  course: Course
  journal: Journal
  settings: Settings | undefined
  onOpen: (key: string) => void
}

/** The result is beside the works on wide screens and above them on others. */
export const journalClasses = 'grid items-start gap-base xl:grid-cols-[minmax(0,1fr)_300px]'

/** The works of a score journal, one row each, the latest first, with their sum and percentage. */
export function ScoreTable({ opened, course, journal, settings, onOpen }: ScoreTableProps) {
  useSeenOnLeave(opened, true, course.uuid)
  const { t, i18n } = useLingui()
  const dates = useDates()
  const lines = useScoreEntries(opened, journal)
  const latestFirst = lines.toReversed()
  const columns: Column<ScoreEntry>[] = [
    {
      key: 'topic',
      title: t`Тема`,
      rowHeader: true,
      cell: ({ topic, opens }) => (
        <button type="button" onClick={() => onOpen(opens)} className={linkClasses}>
          <SchoolText>{topic}</SchoolText>
        </button>
      ),
    },
    {
      key: 'date',
      title: t`Дата`,
      fitContent: true,
      cell: ({ date }) => <time dateTime={date}>{dates.day(date)}</time>,
    },
    { key: 'kind', title: t`Вид`, fitContent: true, cell: ({ markType }) => markTypeTitle(markType, settings) },
    {
      key: 'score',
      title: t`Баллы`,
      align: 'end',
      cell: ({ score, state, novelty }) => (
        <span className="inline-flex flex-wrap items-center justify-end gap-xs">
          <NoveltyBadge novelty={novelty} />
          {score === null ? (
            <span className="text-ink-muted">{state === 'marked' ? '—' : i18n._(stateMessages[state])}</span>
          ) : (
            <span className="font-strong">{i18n.number(score)}</span>
          )}
        </span>
      ),
    },
    { key: 'max', title: t`Максимум`, align: 'end', cell: ({ max }) => i18n.number(max) },
  ]
  if (lines.length === 0) {
    return (
      <Card title={course.title}>
        <p className="text-ink-muted">
          <Trans>Занятий ещё не было: баллы появятся здесь после первых работ.</Trans>
        </p>
      </Card>
    )
  }
  const { total, max } = journal
  const termMark = course.termMarks.find(({ termUuid }) => termUuid === opened.term.uuid)?.value ?? null
  return (
    <div className={journalClasses}>
      <Card as="section" aria-label={course.title} padding="flush">
        <div className="p-base xl:p-lg">
          {/* Below `xl` the selection above names the course. */}
          <div className={classNames('mb-base', opened.book.courses.length > 1 && 'max-xl:hidden')}>
            <h2 className="text-lg">
              <SchoolText>{course.title}</SchoolText>
            </h2>
            {course.teacher && <p className="text-sm text-ink-muted">{course.teacher}</p>}
          </div>
          <dl className="grid grid-cols-2 gap-x-base gap-y-lg md:grid-cols-3 xl:grid-cols-1">
            <Stat
              label={t`Набрано`}
              value={t`${i18n.number(total)} из ${i18n.number(max)}`}
              note={t`за то, что уже оценено`}
            />
            <PercentageFigure total={total} max={max} settings={settings} />
            {termMark !== null && <Stat label={t`Итог: ${opened.term.title}`} value={termMark} />}
            {/* With several courses the overview has it. */}
            {opened.book.courses.length === 1 && opened.book.terms.length > 1 && course.average !== null && (
              <Stat label={t`Процент за год`} value={formatPercentage(course.average, i18n)} />
            )}
          </dl>
        </div>
      </Card>
      <div className="min-w-0 xl:-order-1">
        <Card as="div" padding="flush">
          <Responsive
            from="md"
            narrow={<ScoreRows lines={latestFirst} settings={settings} onOpen={onOpen} />}
            wide={
              <Table
                caption={t`Журнал баллов`}
                columns={columns}
                rows={latestFirst}
                rowKey={({ uuid }) => uuid}
                total={[<Trans key="total">Всего оценено</Trans>, null, null, i18n.number(total), i18n.number(max)]}
              />
            }
          />
          {settings && <ScoreAnalysis lines={lines} passing={settings.scale.passing} />}
        </Card>
      </div>
    </div>
  )
}

type ScoreRowsProps = Pick<ScoreTableProps, 'settings' | 'onOpen'> & { lines: readonly ScoreEntry[] }

/** The works on a phone; their sum is above them. */
function ScoreRows({ lines, settings, onOpen }: ScoreRowsProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  return (
    <ul aria-label={t`Журнал баллов`} className="divide-y divide-line-soft">
      {lines.map(({ uuid, topic, date, markType, score, max, state, novelty, opens }) => (
        <li key={uuid} className="relative flex min-h-[64px] items-center justify-between gap-sm px-base py-xs">
          <div className="min-w-0">
            <button type="button" onClick={() => onOpen(opens)} className={`${stretchedLink} text-left font-medium`}>
              <SchoolText>{topic}</SchoolText>
            </button>
            <p className="flex flex-wrap items-center gap-xs text-sm text-ink-muted">
              {[dates.dayShort(date), markTypeTitle(markType, settings)].filter(Boolean).join(separator)}
              <NoveltyBadge novelty={novelty} />
            </p>
          </div>
          <p className="shrink-0 text-right tabular-nums">
            {score === null ? (
              <span className="text-sm text-ink-muted">{state === 'marked' ? '—' : i18n._(stateMessages[state])}</span>
            ) : (
              <ScoreOutOf score={score} max={max} />
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

const linkClasses = 'rounded-xs text-left underline decoration-line underline-offset-4 hover:decoration-current'

function PercentageFigure({ total, max, settings }: { total: number; max: number; settings: Settings | undefined }) {
  const { t, i18n } = useLingui()
  if (max === 0) return null
  const share = (100 * total) / max
  const passing = settings?.scale.passing
  if (passing === undefined) return <Stat label={t`Процент`} value={formatPercentage(share, i18n)} />
  const missing = marksNeeded([{ value: share, weight: max }], { value: 100, weight: 1 }, passing)
  const threshold = formatPercentage(passing, i18n)
  return (
    <Stat
      label={t`Процент`}
      value={formatPercentage(share, i18n)}
      tone={missing === 0 ? 'success' : 'error'}
      note={
        missing === 0 ? (
          <Trans>порог {threshold} пройден</Trans>
        ) : (
          <>
            <Trans>ниже порога {threshold}</Trans>
            {missing !== null && (
              <>
                {', '}
                <Plural
                  value={missing}
                  one="нужен ещё # балл без потерь"
                  few="нужно ещё # балла без потерь"
                  many="нужно ещё # баллов без потерь"
                  other="нужно ещё # балла без потерь"
                />
              </>
            )}
          </>
        )
      }
    />
  )
}
