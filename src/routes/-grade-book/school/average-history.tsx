import { Trans, useLingui } from '@lingui/react/macro'
import { meanOf } from '#src/domain/averages.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ChangeValue, type HistoryStep, historySteps } from '#src/routes/-grade-book/history.tsx'
import { type JournalEntry, type WeightedEntry, weightedEntries } from '#src/routes/-grade-book/journal.ts'
import { formatAverage, formatChange, markTypeTitle } from '#src/routes/-grade-book/journal-texts.ts'
import type { Settings } from '#src/routes/-grade-book/passing-marks.ts'
import { type Column, Table } from '#src/ui/data/table.tsx'

type Step = HistoryStep<WeightedEntry>

/** How an average is calculated, and how each mark changed it. */
export function AverageHistory({
  entries,
  settings,
}: {
  entries: readonly JournalEntry[]
  settings: Settings | undefined
}) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const counted = weightedEntries(entries)
  const { sum, weight, mean } = meanOf(counted)
  if (mean === null) {
    return (
      <p className="text-ink-muted">
        <Trans>Среднего балла пока нет: он появится с первой оценкой.</Trans>
      </p>
    )
  }
  const steps = historySteps(counted, 2)
  const columns: Column<Step>[] = [
    {
      key: 'mark',
      title: t`Оценка`,
      rowHeader: true,
      cell: ({ entry }) => (
        <>
          <time dateTime={entry.date}>{dates.day(entry.date)}</time>
          <span className="block text-sm font-normal text-ink-muted">
            {markTypeTitle(entry.markType, settings) ?? entry.topic}
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
    { key: 'after', title: t`Средний стал`, align: 'end', cell: ({ after }) => formatAverage(after, i18n) },
    {
      key: 'change',
      title: t`Изменение`,
      align: 'end',
      cell: (step) => <ChangeValue step={step} format={(change) => formatChange(change, i18n)} />,
    },
  ]
  return (
    <div className="flex flex-col gap-base">
      <p className="rounded bg-surface-sunken px-base py-sm text-lg tabular-nums">
        {i18n.number(sum)} : {i18n.number(weight)} = <strong>{formatAverage(mean, i18n)}</strong>
        <span className="block text-sm text-ink-muted">
          <Trans>Сумма оценок, умноженных на вес, делится на сумму весов.</Trans>
        </span>
      </p>
      <LatestChange step={steps.at(-1) as Step} />
      <div className="-mx-md md:-mx-lg">
        <Table
          caption={t`Как сложился средний балл`}
          columns={columns}
          rows={steps.toReversed()}
          rowKey={({ entry }) => entry.uuid}
        />
      </div>
    </div>
  )
}

function LatestChange({ step: { entry, value, before, after } }: { step: Step }) {
  const { i18n } = useLingui()
  const dates = useDates()
  if (before === null) return null
  const [mark, day, from, to] = [
    i18n.number(value),
    dates.day(entry.date),
    formatAverage(before, i18n),
    formatAverage(after, i18n),
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
