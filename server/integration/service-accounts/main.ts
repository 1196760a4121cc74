import { parseArgs } from 'node:util'
import { runCommand } from '#server/cli/served-commands.ts'
import { sameInAll } from '#server/terminal-language.ts'
import { runServiceAccount, type ServiceAccountRequest } from './run-service-account.ts'

const usage = `npm run service-account -- NAME --scopes people:write,lessons:read [--source CODE] [--expires 2027-08-31]
npm run service-account -- --list
npm run service-account -- --renew NAME
npm run service-account -- --revoke NAME
`

/** `npm run service-account`: docs/integration-api.md. */
await runCommand('service-account', { usage: sameInAll(usage), read: readArguments, run: runServiceAccount })

function readArguments(): ServiceAccountRequest | null {
  const text = { type: 'string' } as const
  const changes = { revoke: text, renew: text, list: { type: 'boolean' } } as const
  const options = { scopes: text, source: text, expires: text, ...changes } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [name, ...more] = positionals
  const { list, revoke, renew, scopes, source, expires } = values
  const changed = [list, revoke, renew].filter((one) => one !== undefined)
  if (more.length > 0 || changed.length > 1) return null
  if (name !== undefined && scopes !== undefined && changed.length === 0) return { name, scopes, source, expires }
  if (name !== undefined || scopes !== undefined) return null
  if (list) return { list }
  if (renew !== undefined) return { renew }
  return revoke !== undefined ? { revoke } : null
}
