import { runImportCommand } from '#server/cli/import-command.ts'
import { paymentsImport } from './payments-command.ts'

/** `npm run import:payments -- file.csv`: docs/payments-import.md. */
await runImportCommand(paymentsImport)
