import { Trans, useLingui } from '@lingui/react/macro'
import { useDates } from '#src/i18n/use-dates.ts'
import { meansAlong } from '#src/school/averages.ts'
import { classes } from '#src/ui/classes.ts'
import { type Column, Table } from '#src/ui/table.tsx'
import { percentWords } from './numbers.ts'
import type { Scored } from './score-goals.ts'

/** The percentages as they are shown: what changes by less than that has not changed. */
type Step = Scored & { before: number | null; after: number }

const shown = (percentage: number) => Number(percentage.toFixed(1))

/** How the percentage came about, the latest work first, and what each changed. */
export function ScoreSteps({ scored }: { scored: readonly Scored[] }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const means = meansAlong(scored).map((mean) => shown(mean ?? 0))
  const steps = scored.map((one, at): Step => ({ ...one, before: means[at - 1] ?? null, after: means[at] ?? 0 }))
  const columns: Column<Step>[] = [
    {
      key: 'work',
      title: t`Работа`,
      rowHeader: true,
      cell: ({ line }) => (
        <>
          {line.topic}
          <time dateTime={line.date} className="block text-sm font-normal text-ink-muted">
            {dates.day(line.date)}
          </time>
        </>
      ),
    },
    {
      key: 'score',
      title: t`Баллы`,
      align: 'end',
      cell: ({ score, weight }) => <ScoreOf score={score} max={weight} />,
    },
    { key: 'after', title: t`Процент стал`, align: 'end', cell: ({ after }) => percentWords(after, i18n) },
    {
      key: 'change',
      title: t`Изменение`,
      align: 'end',
      cell: ({ before, after }) => before !== null && <Change change={after - before} />,
    },
  ]
  return (
    <div className="flex flex-col gap-base">
      <LastMoved step={steps.at(-1) as Step} />
      <div className="-mx-base md:-mx-lg">
        <Table
          caption={t`Как сложился процент`}
          captionHidden
          columns={columns}
          rows={steps.toReversed()}
          rowKey={({ line }) => line.uuid}
        />
      </div>
    </div>
  )
}

function ScoreOf({ score, max }: { score: number; max: number }) {
  const { i18n } = useLingui()
  return (
    <Trans>
      {i18n.number(score)} из {i18n.number(max)}
    </Trans>
  )
}

/** Which work moved the percentage last, and where from. */
function LastMoved({ step: { line, before, after } }: { step: Step }) {
  const { i18n } = useLingui()
  if (before === null) return null
  const [from, to] = [percentWords(before, i18n), percentWords(after, i18n)]
  return (
    <p>
      {after > before && (
        <Trans>
          Последняя работа, «{line.topic}», подняла процент с {from} до {to}.
        </Trans>
      )}
      {after < before && (
        <Trans>
          Последняя работа, «{line.topic}», опустила процент с {from} до {to}.
        </Trans>
      )}
      {after === before && (
        <Trans>
          Последняя работа, «{line.topic}», процент не изменила: {to}.
        </Trans>
      )}
    </p>
  )
}

function Change({ change }: { change: number }) {
  const { i18n } = useLingui()
  const tone = change > 0 ? 'text-ink-success' : change < 0 && 'text-ink-error'
  const points = i18n.number(change, { signDisplay: 'exceptZero', maximumFractionDigits: 1 })
  return (
    <span className={classes(tone)}>
      <Trans>{points} п. п.</Trans>
    </span>
  )
}
