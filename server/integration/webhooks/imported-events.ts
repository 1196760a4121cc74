import type { WebhookEvent } from '#contract/integration/webhooks.ts'
import { type AnnouncedCollection, isAnnounced } from '#contract/record-changes.ts'
import { announceRecords } from '#server/changes/announce-changes.ts'
import { publishEvents } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import type { Row } from '#server/integration/format-types/format.ts'

type Written = { row: Row; outcome: 'created' | 'changed' }

/** The event of a written row, if there is one. */
const eventOf: Partial<Record<AnnouncedCollection, (written: Written) => WebhookEvent | null>> = {
  contracts: ({ outcome }) => (outcome === 'created' ? 'contract.created' : 'contract.changed'),
  choices: ({ outcome }) => (outcome === 'created' ? 'enrolment.created' : null),
  tickets: ({ outcome }) => (outcome === 'created' ? 'ticket.created' : 'ticket.updated'),
  users: ({ outcome }) => (outcome === 'changed' ? 'profile.changed' : null),
  taxCertificates: ({ outcome }) => (outcome === 'created' ? 'certificate.requested' : null),
  operations: () => 'payment.booked',
  transfers: ({ row }) => transferEvents[String(row.values.state ?? 'coming')] ?? null,
  waitingList: ({ row }) => (row.values.state === 'held' ? 'waiting-list.offered' : null),
}
const transferEvents: Record<string, WebhookEvent> = {
  coming: 'transfer.requested',
  done: 'transfer.applied',
  withdrawn: 'transfer.withdrawn',
}

/** Publishes what an import has written, like the same change in the product; open pages show also what has no event. */
export async function publishImported(
  transaction: Database,
  { collection, written, now }: { collection: string; written: readonly Written[]; now: Date },
): Promise<void> {
  if (!isAnnounced(collection)) return
  const find = eventOf[collection]
  const isSilent = (one: Written) => !find?.(one)
  await announceRecords(
    transaction,
    collection,
    written.filter(isSilent).map(({ row }) => row.values),
  )
  if (!find) return
  const events = written.flatMap((one) => {
    const type = find(one)
    return type ? [{ type, data: { collection, sourcedId: String(one.row.values.id) } }] : []
  })
  await publishEvents(transaction, now, events)
}
