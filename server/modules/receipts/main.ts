import { runImport } from '#server/import-command.ts'
import { readReceipts } from './file.ts'
import { type ImportReport, importReceipts } from './importing.ts'

/** `npm run import:payments -- file.csv`: docs/payments-import.md. */
await runImport({
  name: 'import:payments',
  flags: ['quiet'],
  read: (path, { env, now, say }) =>
    readReceipts(path, { now, timeZone: env.TIME_ZONE, onRow: (count) => say(`${count} rows read`) }),
  book: (database, read, { fileName, env, now, isDryRun, hasFlag, say }) =>
    importReceipts(database, read, {
      ...{ fileName, now, timeZone: env.TIME_ZONE, isDryRun, tellsNobody: hasFlag('quiet') },
      onStep: (step) => say(`${step} ${read.rows.length} rows`),
    }),
  told,
})

function told({ booked, repeated, sums, closed, concluded, told }: ImportReport): string {
  const roubles = (kopecks: number) => (kopecks / 100).toLocaleString('en', { minimumFractionDigits: 2 })
  return [
    `${booked} rows (received ${roubles(sums.received)}, returned ${roubles(sums.returned)}, transferred ${roubles(sums.transferred)} roubles)`,
    `${repeated} imported before`,
    `${closed} payments closed`,
    `${concluded} contracts concluded`,
    `${told} people told`,
  ].join('; ')
}
