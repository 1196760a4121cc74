import {
  addWebhook,
  changeWebhook,
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  replayWebhook,
  rotateWebhookSecret,
  type WebhookDelivery,
} from '#contract/integration/integrations.ts'
import type { WebhookEvent } from '#contract/integration/webhooks.ts'
import type { App } from '#server/app-types.ts'
import { throwInvalidValue, throwProblem } from '#server/http/http-error.ts'
import { registerCall } from '#server/plugins/calls.ts'
import {
  addEndpoint,
  changeEvents,
  disableEndpoint,
  enableEndpoint,
  listDeliveries,
  listEndpoints,
  parseEndpointUrl,
  removeEndpoint,
  replayDeliveries,
  rotateSecret,
} from './webhook-endpoints.ts'

const pageSize = 50

/** Webhooks in the admin panel. */
export async function webhookRoutes(app: App): Promise<void> {
  const { database, clock, env } = app
  const key = env.SECRETS_KEY

  registerCall(app, listWebhooks, async () => {
    const endpoints = await listEndpoints(database)
    return endpoints.map(({ createdAt, previousUntil, failingSince, disabledAt, events, ...endpoint }) => ({
      ...endpoint,
      events: events as WebhookEvent[],
      createdAt: createdAt.toISOString(),
      previousUntil: previousUntil && previousUntil > clock() ? previousUntil.toISOString() : null,
      failingSince: failingSince?.toISOString() ?? null,
      disabledAt: disabledAt?.toISOString() ?? null,
    }))
  })

  registerCall(
    app,
    addWebhook,
    async ({ body: { url, events } }) => {
      const secret = await addEndpoint(database, { url: allowedUrl(url), events }, { now: clock(), key })
      return secret === null ? throwTaken() : { secret }
    },
    {
      precheck: async ({ body: { url } }) => {
        const allowed = allowedUrl(url)
        if ((await listEndpoints(database)).some((endpoint) => endpoint.url === allowed)) throwTaken()
      },
    },
  )

  registerCall(
    app,
    rotateWebhookSecret,
    async ({ params: { id } }) => {
      const rotated = (await rotateSecret(database, id, { now: clock(), key })) ?? throwNotFound()
      return { secret: rotated.secret, previousUntil: rotated.previousUntil.toISOString() }
    },
    { precheck: async ({ params: { id } }) => void (await assertKnown(id)) },
  )

  registerCall(app, changeWebhook, async ({ params: { id }, body: { events, isEnabled } }) => {
    const now = clock()
    if (events && !(await changeEvents(database, id, events, now))) throwNotFound()
    if (isEnabled === undefined) return undefined
    const isFound = await (isEnabled ? enableEndpoint(database, id, now) : disableEndpoint(database, id, now))
    return isFound ? undefined : throwNotFound()
  })

  registerCall(app, removeWebhook, async ({ params: { id } }) =>
    (await removeEndpoint(database, id, clock())) ? undefined : throwNotFound(),
  )

  registerCall(app, listWebhookDeliveries, async ({ params: { id }, query: { page } }) => {
    await assertKnown(id)
    const { items, total } = await listDeliveries(database, id, { limit: pageSize, offset: (page - 1) * pageSize })
    return {
      items: items.map(({ createdAt, lastAttemptAt, deliveredAt, givenUpAt, ...delivery }) => ({
        ...delivery,
        createdAt: createdAt.toISOString(),
        lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
        state: stateOf({ deliveredAt, givenUpAt }),
      })),
      total,
      page,
      pageSize,
    }
  })

  registerCall(app, replayWebhook, async ({ params: { id }, body: { delivery } }) => {
    const { disabledAt } = await assertKnown(id)
    if (disabledAt) throwProblem('state-conflict', 'The endpoint is disabled')
    return { queued: await replayDeliveries(database, { endpoint: id, delivery }, clock()) }
  })

  function allowedUrl(text: string): string {
    const parsed = parseEndpointUrl(text, { allowPrivate: env.WEBHOOK_ALLOW_PRIVATE })
    if ('fault' in parsed) return throwInvalidValue('url', parsed.fault, 'Events cannot be sent to this address')
    return parsed.url
  }

  async function assertKnown(id: string) {
    return (await listEndpoints(database)).find((endpoint) => endpoint.id === id) ?? throwNotFound()
  }
}

function stateOf(delivery: { deliveredAt: Date | null; givenUpAt: Date | null }): WebhookDelivery['state'] {
  const { deliveredAt, givenUpAt } = delivery
  if (deliveredAt) return 'delivered'
  return givenUpAt ? 'given-up' : 'waiting'
}

function throwTaken(): never {
  return throwInvalidValue('url', 'taken', 'The address is an endpoint already')
}

function throwNotFound(): never {
  return throwProblem('not-found', 'No such endpoint')
}
