import { desc, eq, getTableColumns, lt, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { type ChannelName, outboxMessages } from '#server/db/schema/notifications.ts'
import type { Channel } from './channel.ts'
import { logoContentId } from './mail-logo.ts'

const messageRetentionMs = 7 * 24 * 60 * 60_000

/** Stores messages of the demo, which the embedded provider shows publicly. */
export function createOutboxChannel(database: Database, channel: ChannelName, clock: () => Date): Channel {
  return async ({ id, target, subject, text, html, logo }) => {
    const at = clock()
    await database.delete(outboxMessages).where(lt(outboxMessages.at, new Date(at.getTime() - messageRetentionMs)))
    const letter = html === undefined ? null : withLogo(html, logo)
    await database
      .insert(outboxMessages)
      .values({ id, channel, target, subject, text, html: letter, at })
      .onConflictDoNothing()
  }
}

/** A page has no attachments, so the logo is in the markup. */
function withLogo(html: string, logo: Buffer | null | undefined): string {
  if (!logo) return html
  return html.replaceAll(`cid:${logoContentId}`, `data:image/png;base64,${logo.toString('base64')}`)
}

/** The HTML of a message; null for one without. */
export async function readLetter(database: Database, id: string): Promise<string | null> {
  const [message] = await database
    .select({ html: outboxMessages.html })
    .from(outboxMessages)
    .where(eq(outboxMessages.id, id))
  return message?.html ?? null
}

const { html: _html, ...listed } = getTableColumns(outboxMessages)

/** The newest first, without the HTML. */
export async function readOutbox(database: Database, target?: string) {
  return database
    .select({ ...listed, hasLetter: sql<boolean>`${outboxMessages.html} is not null` })
    .from(outboxMessages)
    .where(target === undefined ? undefined : eq(outboxMessages.target, target))
    .orderBy(desc(outboxMessages.at), desc(outboxMessages.id))
    .limit(50)
}
