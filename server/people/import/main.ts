import { runImportCommand } from '#server/cli/import-command.ts'
import { peopleImport } from './people-command.ts'

/** `npm run import:people -- file.csv`: docs/people-import.md. */
await runImportCommand(peopleImport)
