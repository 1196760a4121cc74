import { readCsv } from '#server/csv-file.ts'
import { runImport } from '#server/import-command.ts'
import { type ImportReport, importPeople } from './importing.ts'
import { columns, readRow, requiredColumns } from './row.ts'

/** `npm run import:people -- file.csv`: docs/people-import.md. */
await runImport({
  name: 'import:people',
  flags: [],
  read: (path, { say }) =>
    readCsv(path, { all: columns, required: requiredColumns }, readRow, (count) => say(`${count} rows read`)),
  book: (database, read, { fileName, now, isDryRun, say }) =>
    importPeople(database, read, {
      fileName,
      now,
      isDryRun,
      onStep: (step) => say(`${step} ${read.rows.length} rows`),
    }),
  told,
})

function told({ added, changed, unchanged, rolesGiven, rolesTaken, pairsMade, pairsEnded }: ImportReport): string {
  return [
    `${added} people added`,
    `${changed} changed`,
    `${unchanged} as they were`,
    `${rolesGiven} roles given, ${rolesTaken} taken`,
    `${pairsMade} pairs of guardian and child made, ${pairsEnded} ended`,
  ].join('; ')
}
