import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { journalDaysQuery } from '#src/api/grade-book.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { howManyMore } from '#src/school/averages.ts'
import { Figure, Figures } from '#src/ui/figure.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { kindTitle, stateWords } from './entry-words.ts'
import type { DayState } from './journal.ts'
import { percentWords } from './numbers.ts'
import type { OpenedTerm } from './opened.ts'
import type { Settings } from './verdict.ts'

type Journal = AnswerOf<Calls['GET /v1/student/grade-book/score-journal']>
type Line = Journal['columns'][number] & {
  score: number | null
  state: DayState
  /** What its details are opened by: of the mark, or of the day without one. */
  opens: string
}

type ScoreJournalProps = {
  opened: OpenedTerm
  journal: Journal
  settings: Settings | undefined
  termMark: string | null
  onOpen: (key: string) => void
}

/** The columns of a score journal, one a line, under their sum, percentage and what it means. */
export function ScoreJournal({ opened, journal, settings, termMark, onOpen }: ScoreJournalProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const lines = useLines(opened, journal)
  const columns: Column<Line>[] = [
    {
      key: 'topic',
      title: t`Тема`,
      rowHeader: true,
      cell: ({ topic, opens }) => (
        <button type="button" onClick={() => onOpen(opens)} className={linkClasses}>
          {topic}
        </button>
      ),
    },
    {
      key: 'date',
      title: t`Дата`,
      tight: true,
      cell: ({ date }) => <time dateTime={date}>{dates.day(date)}</time>,
    },
    { key: 'kind', title: t`Вид`, tight: true, cell: ({ markType }) => kindTitle(markType, settings) },
    {
      key: 'score',
      title: t`Баллы`,
      align: 'end',
      cell: ({ score, state }) =>
        score === null ? (
          <span className="text-ink-muted">{state === 'marked' ? '—' : i18n._(stateWords[state])}</span>
        ) : (
          <span className="font-strong">{i18n.number(score)}</span>
        ),
    },
    { key: 'max', title: t`Максимум`, align: 'end', cell: ({ max }) => i18n.number(max) },
  ]
  if (lines.length === 0) {
    return (
      <p className="px-base pb-lg text-ink-muted md:px-lg">
        <Trans>Занятий в этом периоде ещё не было: баллы появятся здесь после первых работ.</Trans>
      </p>
    )
  }
  const { total, max } = journal
  return (
    <>
      <div className="px-base pb-lg md:px-lg">
        <Figures>
          <Figure
            label={t`Набрано`}
            value={t`${i18n.number(total)} из ${i18n.number(max)}`}
            note={t`за то, что уже оценено`}
          />
          <Share total={total} max={max} settings={settings} />
          {termMark !== null && <Figure label={t`Итог периода`} value={termMark} />}
        </Figures>
      </div>
      <Table
        caption={t`Журнал баллов`}
        captionHidden
        columns={columns}
        rows={lines}
        rowKey={({ uuid }) => uuid}
        total={[<Trans key="total">Всего оценено</Trans>, null, null, i18n.number(total), i18n.number(max)]}
      />
    </>
  )
}

const linkClasses = 'rounded-xs text-left underline decoration-line underline-offset-4 hover:decoration-current'

/** The percentage, and in words whether it passes; below the threshold, how far it is. */
function Share({ total, max, settings }: { total: number; max: number; settings: Settings | undefined }) {
  const { t, i18n } = useLingui()
  if (max === 0) return null
  const share = (100 * total) / max
  const passing = settings?.scale.passing
  if (passing === undefined) return <Figure label={t`Процент`} value={percentWords(share, i18n)} />
  const missing = howManyMore([{ value: share, weight: max }], { value: 100, weight: 1 }, passing)
  const threshold = percentWords(passing, i18n)
  return (
    <Figure
      label={t`Процент`}
      value={percentWords(share, i18n)}
      tone={missing === 0 ? 'success' : 'error'}
      note={
        missing === 0 ? (
          <Trans>сдаётся: порог {threshold}</Trans>
        ) : (
          <>
            <Trans>не сдаётся: порог {threshold}</Trans>
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

/** The columns with their scores. That a lesson was not held only the journal’s days say; nobody waits for them. */
function useLines({ owner, book, term }: OpenedTerm, { columns, scores }: Journal): Line[] {
  const { data: days = [] } = useQuery({
    ...journalDaysQuery(owner, book.uuid, term.uuid),
    meta: { optional: true },
  })
  const notHeld = new Set(days.filter(({ held }) => !held).map(({ uuid }) => uuid))
  const scoreOf = new Map(scores.map((one) => [one.columnUuid, one]))
  return columns.map((column) => {
    const { value = null, absent = false, markUuid = null } = scoreOf.get(column.uuid) ?? {}
    const given: DayState = markUuid === null ? 'not-given' : 'marked'
    const state = notHeld.has(column.uuid) ? 'not-held' : absent ? 'absent' : given
    return { ...column, score: value, state, opens: markUuid ?? column.uuid }
  })
}
