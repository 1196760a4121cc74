import type { ImportCommand } from '#server/cli/import-command.ts'
import { importReceipts, type ReceiptImportReport } from './import-receipts.ts'
import { type ReceiptFile, readReceiptFile } from './receipt-row.ts'

/** `npm run import:payments -- file.csv`: docs/payments-import.md. */
export const paymentsImport: ImportCommand<ReceiptFile, ReceiptImportReport> = {
  name: 'import:payments',
  flags: ['quiet'],
  read: (path, { env, now, reportProgress }) =>
    readReceiptFile(path, { now, timeZone: env.TIME_ZONE, onRow: (count) => reportProgress(`${count} rows read`) }),
  apply: (database, read, { fileName, env, now, isDryRun, hasFlag, reportProgress }) =>
    importReceipts(database, read, {
      ...{ fileName, now, timeZone: env.TIME_ZONE, isDryRun, isQuiet: hasFlag('quiet') },
      onStep: (step) => reportProgress(`${step} ${read.rows.length} rows`),
    }),
  summarize,
}

function summarize({ booked, repeated, sums, closed, concluded, notified, notes }: ReceiptImportReport): string {
  const roubles = (kopecks: number) => (kopecks / 100).toLocaleString('en', { minimumFractionDigits: 2 })
  return [
    `${booked} rows (received ${roubles(sums.received)}, returned ${roubles(sums.returned)}, transferred ${roubles(sums.transferred)} roubles)`,
    `${repeated} imported before`,
    `${closed} payments closed`,
    `${concluded} contracts concluded`,
    `${notified} customers notified`,
    ...(notes.length > 0 ? [`${notes.length} documents left to you`] : []),
  ].join('; ')
}
