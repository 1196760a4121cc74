import { Trans, useLingui } from '@lingui/react/macro'
import { useDates } from '#src/i18n/use-dates.ts'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { Figure, Figures } from '#src/ui/figure.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { kindTitle, stateWords } from './entry-words.ts'
import type { OpenedTerm } from './opened.ts'
import { Share } from './share.tsx'
import { type ScoreJournal as Journal, type ScoreLine, useScoreLines } from './use-score-lines.ts'
import type { Settings } from './verdict.ts'

/** Nobody looks below the scores before them; nothing stands in for it. */
const ScoreStory = latePart(
  'score-story',
  () => import('./score-story.tsx').then((module) => module.ScoreStory),
  () => null,
)

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
  const lines = useScoreLines(opened, journal)
  const columns: Column<ScoreLine>[] = [
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
      {settings && <ScoreStory lines={lines} passing={settings.scale.passing} />}
    </>
  )
}

const linkClasses = 'rounded-xs text-left underline decoration-line underline-offset-4 hover:decoration-current'
