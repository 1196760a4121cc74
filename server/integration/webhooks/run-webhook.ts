import { type WebhookEvent, webhookEvents } from '#contract/integration/webhooks.ts'
import type { CommandContext } from '#server/cli/served-commands.ts'
import type { Database } from '#server/db/client.ts'
import { StartupError } from '#server/startup-error.ts'
import { joinTexts, sameInAll, type TerminalText } from '#server/terminal-language.ts'
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
export async function runWebhook(
  request: WebhookRequest,
  { database, now, env }: CommandContext,
): Promise<TerminalText> {
  if (request.action === 'add') return add(request, { database, now, env })
  if (request.action === 'list') return list(database)
  const { action, target } = request
  switch (action) {
    case 'rotate': {
      const { secret, previousUntil } =
        (await rotateSecret(database, target, { now, key: env.SECRETS_KEY })) ?? refuse(target)
      const until = previousUntil.toISOString()
      return {
        ru: `секрет  ${secret}\nПрежний действует до ${until}. Новый больше не будет показан.\n`,
        en: `secret  ${secret}\nThe former one is valid until ${until}. The new one is shown once.\n`,
      }
    }
    case 'remove':
      if (!(await removeEndpoint(database, target, now))) refuse(target)
      return { ru: `${target} удалён вместе с журналом.\n`, en: `${target} is removed, with its log.\n` }
    case 'enable':
      if (!(await enableEndpoint(database, target, now))) refuse(target)
      return {
        ru: `${target} снова получает события. Неотправленное повторит команда replay.\n`,
        en: `${target} gets events again. What was given up is sent again by replay.\n`,
      }
    case 'disable':
      if (!(await disableEndpoint(database, target, now))) refuse(target)
      return {
        ru: `${target} не получает событий, пока его не включат.\n`,
        en: `${target} gets no events until it is enabled.\n`,
      }
    case 'log':
      return log(target, database)
    case 'replay':
      return replay(target, { database, now, env })
  }
}

/** `target` is an endpoint, or one delivery of the log. */
async function replay(target: string, { database, now }: CommandContext): Promise<TerminalText> {
  const sent = await replayDeliveries(database, { endpoint: target }, now)
  const more = sent === 0 && isUuid(target) ? await replayDeliveries(database, { delivery: target }, now) : 0
  const count = sent + more
  return { ru: `Отправляются снова: ${count}.\n`, en: `${count} deliveries are sent again.\n` }
}

function refuse(target: string): never {
  throw new StartupError({ ru: `Получателя ${target} нет.`, en: `${target} is no endpoint.` })
}

async function add(
  { target, events }: { target: string; events: string },
  { database, now, env }: CommandContext,
): Promise<TerminalText> {
  const parsed = parseEndpointUrl(target, { allowPrivate: env.WEBHOOK_ALLOW_PRIVATE })
  if ('fault' in parsed)
    throw new StartupError(
      parsed.fault === 'private-address'
        ? {
            ru: `${target}: для внутренних адресов нужно WEBHOOK_ALLOW_PRIVATE=on.`,
            en: `${target}: private addresses need WEBHOOK_ALLOW_PRIVATE=on.`,
          }
        : {
            ru: `${target}: нужен адрес вида https://crm.example/hooks, без пароля.`,
            en: `${target}: an address such as https://crm.example/hooks, without a password.`,
          },
    )
  const { url } = parsed
  const named = events === 'all' ? [...webhookEvents] : events.split(/[, ]+/).filter(Boolean)
  const unknown = named.filter((name) => !webhookEvents.includes(name as WebhookEvent))
  if (named.length === 0 || unknown.length > 0)
    throw new StartupError({
      ru: `--events ${unknown.join(',')}: all или некоторые из ${webhookEvents.join(', ')}.`,
      en: `--events ${unknown.join(',')}: all, or some of ${webhookEvents.join(', ')}.`,
    })
  const secret = await addEndpoint(database, { url, events: named as WebhookEvent[] }, { now, key: env.SECRETS_KEY })
  if (secret === null) throw new StartupError({ ru: `${url} уже есть.`, en: `${url} is an endpoint already.` })
  return {
    ru: `секрет  ${secret}\nСекрет больше не будет показан.\n`,
    en: `secret  ${secret}\nThe secret is shown once.\n`,
  }
}

async function list(database: Database): Promise<TerminalText> {
  const lines = (await listEndpoints(database)).map(({ id, url, events, failingSince, disabledAt }) => {
    const state = disabledAt
      ? { ru: `выключен ${disabledAt.toISOString()}`, en: `disabled ${disabledAt.toISOString()}` }
      : failingSince
        ? { ru: `не отвечает с ${failingSince.toISOString()}`, en: `failing since ${failingSince.toISOString()}` }
        : { ru: 'работает', en: 'active' }
    return joinTexts([sameInAll(`${id}  ${url}  ${events.join(',')}`), state], '  ')
  })
  return linesOf(lines)
}

async function log(target: string, database: Database): Promise<TerminalText> {
  const { items } = await listDeliveries(database, target, { limit: mostLogged })
  const lines = items.map(({ id, createdAt, event, attempts, deliveredAt, givenUpAt, failure }) => {
    const state = deliveredAt
      ? { ru: 'доставлено', en: 'delivered' }
      : givenUpAt
        ? { ru: `отменено: ${failure}`, en: `given up: ${failure}` }
        : { ru: `ждёт ${failure ?? ''}`.trim(), en: `waiting ${failure ?? ''}`.trim() }
    const tries = { ru: `попыток ${attempts}`, en: `attempts ${attempts}` }
    return joinTexts([sameInAll(`${id}  ${createdAt.toISOString()}  ${event}`), tries, state], '  ')
  })
  return linesOf(lines)
}

function linesOf(lines: readonly TerminalText[]): TerminalText {
  return joinTexts([...lines, sameInAll('')], '\n')
}
