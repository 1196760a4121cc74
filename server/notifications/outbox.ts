import { desc, eq, lt } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { type ChannelName, outboxMessages } from '#server/db/schema/notifications.ts'
import type { Channel } from './channel.ts'

const messageRetentionMs = 7 * 24 * 60 * 60_000

/** Stores messages of the demo, which the embedded provider shows publicly. */
export function createOutboxChannel(database: Database, channel: ChannelName, clock: () => Date): Channel {
  return async ({ id, target, subject, text }) => {
    const at = clock()
    await database.delete(outboxMessages).where(lt(outboxMessages.at, new Date(at.getTime() - messageRetentionMs)))
    await database.insert(outboxMessages).values({ id, channel, target, subject, text, at }).onConflictDoNothing()
  }
}

/** The newest first. */
export async function readOutbox(database: Database, target?: string) {
  return database
    .select()
    .from(outboxMessages)
    .where(target === undefined ? undefined : eq(outboxMessages.target, target))
    .orderBy(desc(outboxMessages.at), desc(outboxMessages.id))
    .limit(50)
}
