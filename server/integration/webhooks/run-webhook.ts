import { type WebhookEvent, webhookEvents } from '#contract/integration/webhooks.ts'
import type { CommandContext } from '#server/cli/served-commands.ts'
import type { Database } from '#server/db/client.ts'
import { StartupError } from '#server/startup-error.ts'
import {
  addEndpoint,
  disableEndpoint,
  enableEndpoint,
  isUuid,
  listDeliveries,
  listEndpoints,
  parseEndpointUrl,
  removeEndpoint,
  replayDeliveries,
  rotateSecret,
} from './webhook-endpoints.ts'

export type WebhookRequest =
  | { action: 'add'; target: string; events: string }
  | { action: 'list' }
  | { action: 'rotate' | 'remove' | 'enable' | 'disable' | 'log' | 'replay'; target: string }

const mostLogged = 50

/** Does what `npm run webhook` asks for. Returns the text to print; refusals are `StartupError`s. */
export async function runWebhook(request: WebhookRequest, { database, now, env }: CommandContext): Promise<string> {
  if (request.action === 'add') return add(request, { database, now, env })
  if (request.action === 'list') return list(database)
  const { action, target } = request
  switch (action) {
    case 'rotate': {
      const { secret, previousUntil } =
        (await rotateSecret(database, target, { now, key: env.SECRETS_KEY })) ?? refuse(target)
      return `secret  ${secret}\nThe former one is valid until ${previousUntil.toISOString()}. The new one is shown once.\n`
    }
    case 'remove':
      if (!(await removeEndpoint(database, target, now))) refuse(target)
      return `${target} is removed, with its log.\n`
    case 'enable':
      if (!(await enableEndpoint(database, target, now))) refuse(target)
      return `${target} gets events again. What was given up is sent again by replay.\n`
    case 'disable':
      if (!(await disableEndpoint(database, target, now))) refuse(target)
      return `${target} gets no events until it is enabled.\n`
    case 'log':
      return log(target, database)
    case 'replay':
      return replay(target, { database, now, env })
  }
}

/** `target` is an endpoint, or one delivery of the log. */
async function replay(target: string, { database, now }: CommandContext): Promise<string> {
  const sent = await replayDeliveries(database, { endpoint: target }, now)
  const more = sent === 0 && isUuid(target) ? await replayDeliveries(database, { delivery: target }, now) : 0
  return `${sent + more} deliveries are sent again.\n`
}

function refuse(target: string): never {
  throw new StartupError(`${target} is no endpoint.`)
}

async function add(
  { target, events }: { target: string; events: string },
  { database, now, env }: CommandContext,
): Promise<string> {
  const parsed = parseEndpointUrl(target, { allowPrivate: env.WEBHOOK_ALLOW_PRIVATE })
  if ('fault' in parsed)
    throw new StartupError(
      parsed.fault === 'private-address'
        ? `${target}: private addresses need WEBHOOK_ALLOW_PRIVATE=on.`
        : `${target}: an address such as https://crm.example/hooks, without a password.`,
    )
  const { url } = parsed
  const named = events === 'all' ? [...webhookEvents] : events.split(/[, ]+/).filter(Boolean)
  const unknown = named.filter((name) => !webhookEvents.includes(name as WebhookEvent))
  if (named.length === 0 || unknown.length > 0)
    throw new StartupError(`--events ${unknown.join(',')}: all, or some of ${webhookEvents.join(', ')}.`)
  const secret = await addEndpoint(database, { url, events: named as WebhookEvent[] }, { now, key: env.SECRETS_KEY })
  if (secret === null) throw new StartupError(`${url} is an endpoint already.`)
  return `secret  ${secret}\nThe secret is shown once.\n`
}

async function list(database: Database): Promise<string> {
  const lines = (await listEndpoints(database)).map(({ id, url, events, failingSince, disabledAt }) => {
    const failing = failingSince ? `failing since ${failingSince.toISOString()}` : 'active'
    return `${id}  ${url}  ${events.join(',')}  ${disabledAt ? `disabled ${disabledAt.toISOString()}` : failing}\n`
  })
  return lines.join('')
}

async function log(target: string, database: Database): Promise<string> {
  const { items } = await listDeliveries(database, target, { limit: mostLogged })
  const lines = items.map(({ id, createdAt, event, attempts, deliveredAt, givenUpAt, failure }) => {
    const state = deliveredAt ? 'delivered' : givenUpAt ? `given up: ${failure}` : `waiting ${failure ?? ''}`
    return `${id}  ${createdAt.toISOString()}  ${event}  attempts ${attempts}  ${state.trim()}\n`
  })
  return lines.join('')
}
