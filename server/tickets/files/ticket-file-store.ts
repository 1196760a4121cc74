import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { TicketFile } from '#contract/people/tickets.ts'
import { isAddressedTo, type RecipientRules } from '#server/access/ticket-recipients.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import { ticketFiles, ticketMessages, tickets } from '#server/db/schema/schedule.ts'
import { throwInvalidValue } from '#server/http/http-error.ts'

const day = 24 * 60 * 60_000
/** Uploads per user that no message has yet. */
const maxUnsentFiles = 20

/** What a file belongs to: the text of a ticket, its first answer, or a later message. */
export type FilePlace = { ticketId: string; messageId?: string | null; isOfAnswer?: boolean }

type Upload = { ownerId: string; name: string; mediaType: string; content: Buffer; now: Date }

/** Stores an upload that no message has yet, and deletes old ones. */
export async function storeTicketFile(database: Database, { now, ...file }: Upload): Promise<TicketFile> {
  const { ownerId, name, mediaType, content } = file
  return database.transaction(async (transaction) => {
    const isUnsent = isNull(ticketFiles.ticketId)
    await transaction
      .delete(ticketFiles)
      .where(and(isUnsent, lt(ticketFiles.uploadedAt, new Date(now.getTime() - day))))
    const unsent = await transaction.$count(ticketFiles, and(isUnsent, eq(ticketFiles.ownerId, ownerId)))
    if (unsent >= maxUnsentFiles) throwInvalidValue('file', 'too-many', 'Too many files that no message has')
    const [stored] = await transaction
      .insert(ticketFiles)
      .values({ ownerId, name, mediaType, size: content.length, content, uploadedAt: now })
      .returning({ uuid: ticketFiles.id })
    return { uuid: stored?.uuid ?? '', name, mediaType, size: content.length }
  })
}

/** Attaches uploads of the user to a message, in the transaction that writes it. Others’ and sent ones are refused. */
export async function attachFiles(
  transaction: Transaction,
  { ownerId, files, place }: { ownerId: string; files: readonly string[]; place: FilePlace },
): Promise<void> {
  const ids = [...new Set(files)]
  if (ids.length === 0) return
  const isOwnUnsent = and(inArray(ticketFiles.id, ids), eq(ticketFiles.ownerId, ownerId), isNull(ticketFiles.ticketId))
  const attached = await transaction.update(ticketFiles).set(place).where(isOwnUnsent).returning({ id: ticketFiles.id })
  if (attached.length < ids.length) throwInvalidValue('files', 'unknown', 'A file is not there, or not yours')
}

/** Files of a ticket without their content, by the key of what they belong to. */
export async function filesByPlace(database: Database, ticketId: string): Promise<(key: string) => TicketFile[]> {
  const rows = await database
    .select({
      uuid: ticketFiles.id,
      name: ticketFiles.name,
      mediaType: ticketFiles.mediaType,
      size: ticketFiles.size,
      messageId: ticketFiles.messageId,
      isOfAnswer: ticketFiles.isOfAnswer,
    })
    .from(ticketFiles)
    .where(eq(ticketFiles.ticketId, ticketId))
    .orderBy(ticketFiles.uploadedAt, ticketFiles.id)
  return (key) =>
    rows
      .filter(({ messageId, isOfAnswer }) => (messageId ?? (isOfAnswer ? 'answer' : 'ticket')) === key)
      .map(({ messageId: _, isOfAnswer: __, ...file }) => file)
}

/**
 * A file that the user may read: the own upload, one of an own ticket, for a teacher of one addressed to them, or, for
 * administrators, of any ticket. Files of
 * notes are for administrators alone.
 */
export async function findTicketFile(
  database: Database,
  {
    id,
    userId,
    isAdministrator,
    isTeacher,
  }: { id: string; userId: string; isAdministrator: boolean; isTeacher: boolean },
  rules: RecipientRules,
) {
  const [file] = await database
    .select({
      name: ticketFiles.name,
      mediaType: ticketFiles.mediaType,
      content: ticketFiles.content,
      ownerId: ticketFiles.ownerId,
      ticketId: ticketFiles.ticketId,
      authorId: tickets.authorId,
      kind: ticketMessages.kind,
      isAddressed: isTeacher ? isAddressedTo(userId, rules) : sql<boolean>`false`,
    })
    .from(ticketFiles)
    .leftJoin(tickets, eq(tickets.id, ticketFiles.ticketId))
    .leftJoin(ticketMessages, eq(ticketMessages.id, ticketFiles.messageId))
    .where(eq(ticketFiles.id, sql`${id}::uuid`))
  if (!file) return null
  const { ownerId, ticketId, authorId, kind, isAddressed } = file
  const isOfConversation = (authorId === userId || isAddressed) && kind !== 'note'
  const mayRead = ticketId === null ? ownerId === userId : isAdministrator || isOfConversation
  return mayRead ? file : null
}
