import { runCommand } from '#tests/model-runner/run-command.ts'
import { config } from './config.ts'

// npm run qa: see tests/model-runner/README.md.
process.exitCode = await runCommand(config, process.argv.slice(2))
