import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database } from '#server/db/client.ts'
import { getServerKey } from './tokens.ts'

/** Keys of links in messages, which work without sign-in. */
export type LinkKey = 'unsubscribe-links' | 'autopay-stop-links'

/** The signature of what a link may do; links with it do not expire. */
export async function signLink(database: Database, key: LinkKey, subject: string): Promise<string> {
  return (await signatureOf(database, key, subject)).toString('base64url')
}

export async function isLinkSigned(
  database: Database,
  key: LinkKey,
  { subject, signed }: { subject: string; signed: string },
): Promise<boolean> {
  const right = await signatureOf(database, key, subject)
  const given = Buffer.from(signed, 'base64url')
  return given.length === right.length && timingSafeEqual(given, right)
}

async function signatureOf(database: Database, key: LinkKey, subject: string): Promise<Buffer> {
  return createHmac('sha256', await getServerKey(database, key))
    .update(subject)
    .digest()
}
