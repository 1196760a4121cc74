import { parseArgs } from 'node:util'
import { runCommand } from '#server/cli/run-command.ts'
import { sameInAll } from '#server/terminal/terminal-language.ts'
import { runServiceAccount, type ServiceAccountRequest } from './run-service-account.ts'

const usage =
  'npm run service-account -- NAME --scopes people:write,lessons:read [--source CODE] [--expires 2027-08-31]\n'

/** `npm run service-account`: docs/integration-api.md. */
await runCommand({ usage: sameInAll(usage), read: readArguments, run: runServiceAccount })

function readArguments(): ServiceAccountRequest | null {
  const text = { type: 'string' } as const
  const options = { scopes: text, source: text, expires: text } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [name, ...more] = positionals
  const { scopes, ...chosen } = values
  return name !== undefined && scopes !== undefined && more.length === 0 ? { name, scopes, ...chosen } : null
}
