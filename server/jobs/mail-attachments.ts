import { findReceipt, renderReceipt } from '#server/billing/bills/payment-receipts.ts'
import { preparePrintableContract } from '#server/billing/bills/printable-contract.ts'
import { isConnectionError } from '#server/db/connection-errors.ts'
import type { Attachment } from '#server/notifications/channel.ts'
import type { Delivery } from '#server/notifications/deliver-message.ts'
import { readReceipts } from '#server/notifications/payment-receipts.ts'
import type { JobContext } from './schedule.ts'
import { inSpareTime } from './spare-time.ts'

/** More of them are only linked. */
const maxAttachments = 5

/**
 * The confirmations of the payments that an email is about, for what its recipient may see at this moment: none of a
 * payment that was returned meanwhile. An email is not held up by a document that cannot be made.
 */
export async function makeAttachments(
  context: JobContext,
  { id, kind, userId, values }: Delivery,
): Promise<Attachment[]> {
  const named = readReceipts(values?.receipts)
  if (userId === null || named.length === 0 || named.length > maxAttachments) return []
  return inSpareTime(() => drawReceipts(context, { id, kind, userId, named }))
}

type Named = { id: string; kind: string; userId: string; named: ReturnType<typeof readReceipts> }

async function drawReceipts(
  { database, clock, timeZone, env, log }: JobContext,
  { id, kind, userId, named }: Named,
): Promise<Attachment[]> {
  const read = preparePrintableContract(database)
  const attachments: Attachment[] = []
  for (const ids of named) {
    try {
      const found = await findReceipt(read, { userId, ...ids })
      if (typeof found === 'string') continue
      attachments.push(await renderReceipt(found, { payees: env.PAYEES, now: clock(), timeZone }))
    } catch (error) {
      // The message itself needs the database, too: the attempt is repeated.
      if (isConnectionError(error)) throw error
      log.error({ message: id, kind, err: error }, 'an email goes out without an attachment')
    }
  }
  return attachments
}
