import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type NotificationCategory, notificationCategories } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { isLinkSigned, signLink } from '#server/security/signed-links.ts'
import { notificationKinds } from './store-notifications.ts'

/** A category, or all that the digest is made of. Messages about security have no link. */
export type UnsubscribeScope = Exclude<NotificationCategory, 'security'> | 'digest'

const scopes = ['digest', ...notificationCategories.filter((category) => category !== 'security')] as const

/** The path of a link that stops emails of a scope to a person, without sign-in. It is signed and does not expire. */
export async function unsubscribePath(database: Database, userId: string, scope: UnsubscribeScope): Promise<string> {
  return `/unsubscribe/${scope}.${userId}.${await signLink(database, 'unsubscribe-links', subjectOf(userId, scope))}`
}

/** The person and the scope of a link; null for a forged one, or if the person is gone. */
export async function readUnsubscribeToken(
  database: Database,
  token: string,
): Promise<{ userId: string; scope: UnsubscribeScope } | null> {
  const [given, userId = '', signed = ''] = token.split('.')
  const scope = scopes.find((known) => known === given)
  if (!scope || !z.guid().safeParse(userId).success) return null
  const subject = subjectOf(userId, scope)
  if (!(await isLinkSigned(database, 'unsubscribe-links', { subject, signed }))) return null
  const isKnown = (await database.$count(users, eq(users.id, userId))) > 0
  return isKnown ? { userId, scope } : null
}

function subjectOf(userId: string, scope: UnsubscribeScope): string {
  return `${userId}\n${scope}`
}

export function categoriesOf(scope: UnsubscribeScope): Exclude<NotificationCategory, 'security'>[] {
  if (scope !== 'digest') return [scope]
  const waiting = new Set(Object.values(notificationKinds).flatMap((kind) => (kind.canWait ? [kind.category] : [])))
  return notificationCategories.filter((category) => category !== 'security').filter((known) => waiting.has(known))
}
