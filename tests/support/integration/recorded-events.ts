import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { webhookEvents } from '#contract/integration/webhooks.ts'
import type { Database } from '#server/db/client.ts'
import { webhookDeliveries, webhookEndpoints } from '#server/db/schema/webhooks.ts'

type Published = [event: string, data: Record<string, unknown>]

/**
 * Adds an endpoint for all events. The returned function gives what was published for it since, ordered by name: only
 * about the record with this id, because tests of a suite share a database.
 */
export async function recordEvents(database: Database): Promise<(id: string) => Promise<Published[]>> {
  const url = `https://receiver.example/${randomUUID()}`
  const endpoint = { url, events: [...webhookEvents], secret: 'unused', createdAt: new Date() }
  const [made] = await database.insert(webhookEndpoints).values(endpoint).returning()
  return async (id) => {
    const isMine = eq(webhookDeliveries.endpointId, made?.id ?? '')
    const rows = await database.select().from(webhookDeliveries).where(isMine)
    const published = rows
      .filter(({ payload }) => payload.includes(id))
      .map(({ event, payload }): Published => [event, (JSON.parse(payload) as { data: Published[1] }).data])
    return published.toSorted(([one], [other]) => one.localeCompare(other))
  }
}
