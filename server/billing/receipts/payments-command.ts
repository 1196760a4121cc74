import type { Locale } from '#contract/enumerations.ts'
import type { ImportCommand } from '#server/cli/import-command.ts'
import { joinTexts, type TerminalText } from '#server/terminal-language.ts'
import { importReceipts, type ReceiptImportReport } from './import-receipts.ts'
import { type ReceiptFile, readReceiptFile } from './receipt-row.ts'

/** `npm run import:payments -- file.csv`: docs/payments-import.md. */
export const paymentsImport: ImportCommand<ReceiptFile, ReceiptImportReport> = {
  name: 'import:payments',
  flags: ['quiet'],
  read: (path, { env, now, reportProgress }) =>
    readReceiptFile(path, {
      now,
      timeZone: env.TIME_ZONE,
      onRow: (count) => reportProgress({ ru: `прочитано строк: ${count}`, en: `${count} rows read` }),
    }),
  apply: (database, read, { fileName, env, now, isDryRun, hasFlag, reportProgress }) =>
    importReceipts(database, read, {
      ...{ fileName, now, timeZone: env.TIME_ZONE, isDryRun, isQuiet: hasFlag('quiet') },
      onStep: (step) => reportProgress(describeStep(step, read.rows.length)),
    }),
  summarize,
  hasChanges: ({ booked }) => booked > 0,
}

function summarize({ booked, repeated, sums, closed, concluded, notified, notes }: ReceiptImportReport): TerminalText {
  const format = (locale: Locale) => (kopecks: number) =>
    (kopecks / 100).toLocaleString(locale, { minimumFractionDigits: 2 })
  const [ru, en] = [format('ru'), format('en')]
  const parts = [
    {
      ru: `строк: ${booked} (поступило ${ru(sums.received)} ₽, возвращено ${ru(sums.returned)} ₽, перенесено ${ru(sums.transferred)} ₽)`,
      en: `${booked} rows (received ${en(sums.received)}, returned ${en(sums.returned)}, transferred ${en(sums.transferred)} roubles)`,
    },
    { ru: `загружены раньше: ${repeated}`, en: `${repeated} imported before` },
    { ru: `платежей закрыто: ${closed}`, en: `${closed} payments closed` },
    { ru: `договоров заключено: ${concluded}`, en: `${concluded} contracts concluded` },
    { ru: `заказчиков оповещено: ${notified}`, en: `${notified} customers notified` },
    ...(notes.length > 0
      ? [{ ru: `документов оставлено вам: ${notes.length}`, en: `${notes.length} documents left to you` }]
      : []),
  ]
  return joinTexts(parts, '; ')
}

function describeStep(step: 'comparing' | 'booking' | 'notifying', rows: number): TerminalText {
  const names = {
    comparing: { ru: 'сравнение', en: 'comparing' },
    booking: { ru: 'проведение', en: 'booking' },
    notifying: { ru: 'оповещение', en: 'notifying' },
  }[step]
  return { ru: `${names.ru}, строк: ${rows}`, en: `${names.en} ${rows} rows` }
}
