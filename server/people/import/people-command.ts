import { type RowError, readCsvFile } from '#server/cli/csv-file.ts'
import type { ImportCommand } from '#server/cli/import-command.ts'
import { importPeople, type PeopleImportReport } from './import-people.ts'
import { columns, type Row, readRow, requiredColumns } from './row.ts'

/** `npm run import:people -- file.csv`: docs/people-import.md. */
export const peopleImport: ImportCommand<{ rows: Row[]; faults: RowError[] }, PeopleImportReport> = {
  name: 'import:people',
  flags: [],
  read: (path, { reportProgress }) =>
    readCsvFile(path, { known: columns, required: requiredColumns }, readRow, (count) =>
      reportProgress(`${count} rows read`),
    ),
  apply: (database, read, { fileName, now, isDryRun, reportProgress }) =>
    importPeople(database, read, {
      fileName,
      now,
      isDryRun,
      onStep: (step) => reportProgress(`${step} ${read.rows.length} rows`),
    }),
  summarize,
}

function summarize({
  added,
  changed,
  unchanged,
  rolesGiven,
  rolesTaken,
  pairsMade,
  pairsEnded,
}: PeopleImportReport): string {
  return [
    `${added} people added`,
    `${changed} changed`,
    `${unchanged} as they were`,
    `${rolesGiven} roles given, ${rolesTaken} taken`,
    `${pairsMade} pairs of guardian and child made, ${pairsEnded} ended`,
  ].join('; ')
}
