import { parseArgs } from 'node:util'
import { runCommand } from '#server/cli/served-commands.ts'
import { sameInAll } from '#server/terminal-language.ts'
import { runWebhook, type WebhookRequest } from './run-webhook.ts'

const usage = `npm run webhook -- add URL --events contract.created,payment.booked
npm run webhook -- list
npm run webhook -- rotate|remove|enable|disable|log URL
npm run webhook -- replay URL|DELIVERY
`

/** `npm run webhook`: docs/webhooks.md. */
await runCommand('webhook', { usage: sameInAll(usage), read: readArguments, run: runWebhook })

function readArguments(): WebhookRequest | null {
  const { values, positionals } = parseArgs({ options: { events: { type: 'string' } }, allowPositionals: true })
  const [action, target, ...more] = positionals
  if (more.length > 0) return null
  if (action === 'add') return target && values.events ? { action, target, events: values.events } : null
  if (action === 'list') return target ? null : { action }
  const isKnown =
    action === 'rotate' ||
    action === 'remove' ||
    action === 'enable' ||
    action === 'disable' ||
    action === 'log' ||
    action === 'replay'
  return isKnown && target && values.events === undefined ? { action, target } : null
}
