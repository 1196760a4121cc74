import { type RowError, readCsvFile } from '#server/cli/csv-file.ts'
import type { ImportCommand } from '#server/cli/import-command.ts'
import { joinTexts, type TerminalText } from '#server/terminal-language.ts'
import { importPeople, type PeopleImportReport } from './import-people.ts'
import { columns, type Row, readRow, requiredColumns } from './row.ts'

/** `npm run import:people -- file.csv`: docs/people-import.md. */
export const peopleImport: ImportCommand<{ rows: Row[]; faults: RowError[] }, PeopleImportReport> = {
  name: 'import:people',
  flags: [],
  read: (path, { reportProgress }) =>
    readCsvFile(path, { known: columns, required: requiredColumns }, readRow, (count) =>
      reportProgress({ ru: `прочитано строк: ${count}`, en: `${count} rows read` }),
    ),
  apply: (database, read, { fileName, env, now, isDryRun, reportProgress }) =>
    importPeople(database, read, {
      fileName,
      now,
      profileOwners: env.PROFILE_OWNERS,
      isDryRun,
      onStep: (step) => reportProgress(describeStep(step, read.rows.length)),
    }),
  summarize,
  hasChanges: ({ added, changed, rolesGiven, rolesTaken, pairsMade, pairsEnded }) =>
    added + changed + rolesGiven + rolesTaken + pairsMade + pairsEnded > 0,
}

function summarize({
  added,
  changed,
  unchanged,
  rolesGiven,
  rolesTaken,
  pairsMade,
  pairsEnded,
}: PeopleImportReport): TerminalText {
  const parts = [
    { ru: `добавлено людей: ${added}`, en: `${added} people added` },
    { ru: `изменено: ${changed}`, en: `${changed} changed` },
    { ru: `без изменений: ${unchanged}`, en: `${unchanged} as they were` },
    { ru: `ролей выдано: ${rolesGiven}, снято: ${rolesTaken}`, en: `${rolesGiven} roles given, ${rolesTaken} taken` },
    {
      ru: `связей родителя и ребёнка создано: ${pairsMade}, закончено: ${pairsEnded}`,
      en: `${pairsMade} pairs of guardian and child made, ${pairsEnded} ended`,
    },
  ]
  return joinTexts(parts, '; ')
}

function describeStep(step: 'comparing' | 'writing', rows: number): TerminalText {
  const names = {
    comparing: { ru: 'сравнение', en: 'comparing' },
    writing: { ru: 'запись', en: 'writing' },
  }[step]
  return { ru: `${names.ru}, строк: ${rows}`, en: `${names.en} ${rows} rows` }
}
