import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { allTargets, queueMessages } from '#server/notifications/queue-message.ts'
import { storeNotifications } from '#server/notifications/store-notifications.ts'

type Notice = {
  kind: 'accounts-joined' | 'own-accounts-joined' | 'accounts-separated'
  userId: string
  contacts: readonly { email: string | null; phone: string | null }[]
  language: Locale | null
  now: Date
}

/** Sent to every contact of both accounts: if they belong to two people, each of them learns of it. */
export async function notifyOfJoin(
  transaction: Database,
  { kind, userId, contacts, language, now }: Notice,
): Promise<void> {
  const targets = new Map(contacts.flatMap(allTargets).map((to) => [JSON.stringify(to).toLowerCase(), to]))
  await storeNotifications(transaction, now, [{ userId, kind, values: {} }])
  const message = { userId, kind, category: 'security', language: language ?? 'ru', values: {}, now } as const
  await queueMessages(
    transaction,
    [...targets.values()].map((to) => ({ ...message, to })),
  )
}
