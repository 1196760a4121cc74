import { Trans, useLingui } from '@lingui/react/macro'
import { useDates } from '#src/i18n/use-dates.ts'
import { meanOf, meansAlong } from '#src/school/averages.ts'
import { classes } from '#src/ui/classes.ts'
import { type Column, Table } from '#src/ui/table.tsx'
import { kindTitle } from './entry-words.ts'
import { type Counted, countedOf, type JournalEntry } from './journal.ts'
import { averageWords, changeWords } from './numbers.ts'
import type { Settings } from './verdict.ts'

/** The averages as they are shown: what changes by less than that has not changed. */
type Step = Counted & { before: number | null; after: number }

const shown = (average: number) => Number(average.toFixed(2))

/** How an average came about: each mark by its weight, their sum over the weights’, and what each moved. */
export function AverageStory({
  entries,
  settings,
}: {
  entries: readonly JournalEntry[]
  settings: Settings | undefined
}) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const counted = countedOf(entries)
  const { sum, weight, mean } = meanOf(counted)
  if (mean === null) {
    return (
      <p className="text-ink-muted">
        <Trans>Среднего балла пока нет: он появится с первой оценкой.</Trans>
      </p>
    )
  }
  const means = meansAlong(counted)
  const steps: Step[] = counted.map((one, at) => {
    const before = means[at - 1] ?? null
    return { ...one, before: before && shown(before), after: shown(means[at] ?? mean) }
  })
  const columns: Column<Step>[] = [
    {
      key: 'mark',
      title: t`Оценка`,
      rowHeader: true,
      cell: ({ entry }) => (
        <>
          <time dateTime={entry.date}>{dates.day(entry.date)}</time>
          <span className="block text-sm font-normal text-ink-muted">
            {kindTitle(entry.markType, settings) ?? entry.topic}
          </span>
        </>
      ),
    },
    {
      key: 'product',
      title: t`Оценка × вес`,
      align: 'end',
      cell: ({ value, weight }) => `${i18n.number(value)} × ${i18n.number(weight)} = ${i18n.number(value * weight)}`,
    },
    { key: 'after', title: t`Средний стал`, align: 'end', cell: ({ after }) => averageWords(after, i18n) },
    { key: 'change', title: t`Изменение`, align: 'end', cell: (step) => <Change step={step} /> },
  ]
  return (
    <div className="flex flex-col gap-base">
      <p className="rounded bg-surface-sunken px-base py-sm text-lg tabular-nums">
        {i18n.number(sum)} : {i18n.number(weight)} = <strong>{averageWords(mean, i18n)}</strong>
        <span className="block text-sm text-ink-muted">
          <Trans>Сумма оценок, умноженных на вес, делится на сумму весов.</Trans>
        </span>
      </p>
      <LastMoved step={steps.at(-1) as Step} />
      <div className="-mx-md md:-mx-lg">
        <Table
          caption={t`Как сложился средний балл`}
          captionHidden
          columns={columns}
          rows={steps.toReversed()}
          rowKey={({ entry }) => entry.uuid}
        />
      </div>
    </div>
  )
}

/** Which mark moved the average last, and where from. */
function LastMoved({ step: { entry, value, before, after } }: { step: Step }) {
  const { i18n } = useLingui()
  const dates = useDates()
  if (before === null) return null
  const [mark, day, from, to] = [
    i18n.number(value),
    dates.day(entry.date),
    averageWords(before, i18n),
    averageWords(after, i18n),
  ]
  return (
    <p>
      {after > before && (
        <Trans>
          Последняя оценка, {mark} за {day}, подняла средний с {from} до {to}.
        </Trans>
      )}
      {after < before && (
        <Trans>
          Последняя оценка, {mark} за {day}, опустила средний с {from} до {to}.
        </Trans>
      )}
      {after === before && (
        <Trans>
          Последняя оценка, {mark} за {day}, средний не изменила: {to}.
        </Trans>
      )}
    </p>
  )
}

function Change({ step: { before, after } }: { step: Step }) {
  const { i18n } = useLingui()
  if (before === null) return null
  const change = after - before
  const tone = change > 0 ? 'text-ink-success' : change < 0 && 'text-ink-error'
  return <span className={classes(tone)}>{changeWords(change, i18n)}</span>
}
