import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { findRefusedNotices, isNewsRefused } from '#server/access/notification-rights.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import type { Env } from '#server/environment/env.ts'
import { enqueue } from '#server/queues/enqueue.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { type Attachment, DeliveryFailure } from './channel.ts'
import type { Channels } from './channels.ts'
import { endOfQuietHours, isPaused } from './delivery-rules.ts'
import { findDeliverySettings } from './delivery-settings.ts'
import { logoContentId, mailLogoOf } from './mail-logo.ts'
import { findPushTarget } from './push-subscriptions.ts'
import { acceptAddress } from './rejected-addresses.ts'
import { renderMail } from './render-mail.ts'
import {
  bindToHost,
  type MessageKind,
  type MessageValues,
  renderLetter,
  renderMessage,
  renderPush,
  renderSms,
} from './render-message.ts'
import { unsubscribePath } from './unsubscribe-links.ts'

export type Delivery = typeof deliveries.$inferSelect

type Context = {
  database: Database
  channels: Channels
  /** The host of our pages. */
  host: string
  env: Pick<Env, 'PUBLIC_URL' | 'SCHOOL' | 'CONSENTS'>
  timeZone: string
  clock: () => Date
  /** Makes the documents that an email carries, for the eyes of its recipient. */
  makeAttachments: (message: Delivery) => Promise<Attachment[]>
}

/**
 * Sends a message by its channel and erases its values. Does nothing for a message that was sent or given up before.
 * Returns when to try again if the person has quiet hours now.
 */
export async function deliverMessage(context: Context, id: string): Promise<Date | null> {
  const { database, channels, host, env, clock } = context
  const [message] = await database.select().from(deliveries).where(isPending(id))
  if (!message) return null
  const { kind, channel, target, language, expiresAt, path } = message
  const values = message.values ?? {}
  const later = await findDeferral(context, message)
  if (later) return later
  if (expiresAt && expiresAt <= clock()) throw new DeliveryFailure('too late', { isFinal: true })
  if (await isRefused(context, message)) throw new DeliveryFailure('no right any more', { isFinal: true })
  if (channel === 'push') {
    await sendPush(context, message)
    await database.update(deliveries).set({ values: null, deliveredAt: clock() }).where(isPending(id))
    return null
  }
  const rendered = renderMessage(kind, language, values)
  if (!rendered) throw unknownKind()
  const { subject, text } = rendered
  if (channel === 'phone') {
    const sms = renderSms(kind, language, values) ?? text
    const bound = values.code === undefined ? sms : bindToHost(sms, values.code, host)
    await channels.phone({ id, target, language, subject, text: bound })
  } else {
    const unsubscribe = await unsubscribeUrl(context, message)
    const attachments = await context.makeAttachments(message)
    const attached = attachments.map(({ fileName }) => fileName)
    const logo = await mailLogoOf(env.SCHOOL.logo)
    const mail = {
      subject,
      text: renderLetter(kind, language, values) ?? text,
      attached,
      url: path === null ? null : env.PUBLIC_URL + path,
      unsubscribe,
      logo: logo && `cid:${logoContentId}`,
    }
    const parts = { ...(await renderMail(mail, language, env)), attachments, logo }
    await channels.email({ id, target, language, subject, unsubscribe, ...parts })
  }
  await database.update(deliveries).set({ values: null, deliveredAt: clock() }).where(isPending(id))
  if (channel === 'email') await acceptAddress(database, target)
  return null
}

/** Seconds for which a push service keeps a notification without a deadline. */
const pushTtlSeconds = 24 * 60 * 60
/** Characters: a push service takes 4096 bytes. */
const maxPushCharacters = 500

async function sendPush({ database, channels, clock }: Context, message: Delivery): Promise<void> {
  const { id, kind, language, target, expiresAt, path, category } = message
  const to = await findPushTarget(database, target)
  if (!to) throw new DeliveryFailure('the browser gets no notifications any more', { isFinal: true })
  const text = renderPush(kind, language, { values: message.values ?? {}, hasDetails: to.hasDetails })
  if (!text) throw unknownKind()
  const secondsLeft = expiresAt ? Math.ceil((expiresAt.getTime() - clock().getTime()) / 1000) : pushTtlSeconds
  await channels.push({
    to,
    message: { ...text, body: shorten(text.body), tag: id, path: path ?? '/', language },
    ttl: Math.min(secondsLeft, pushTtlSeconds),
    urgency: category === 'security' ? 'high' : 'normal',
  })
}

/** Whether the user has lost the right, or withdrawn the consent, since the message was queued, or the news is withdrawn. */
async function isRefused(
  { database, env, timeZone, clock }: Context,
  { userId, studentId, newsId, category }: Delivery,
): Promise<boolean> {
  if (userId === null || category === null) return false
  if (newsId !== null) {
    const time = { today: dayInZone(clock(), timeZone), texts: env.CONSENTS }
    return isNewsRefused(database, { userId, newsId }, time)
  }
  if (studentId === null) return false
  return (await findRefusedNotices(database, [{ recipient: { id: userId }, studentId, category }])).size > 0
}

function shorten(text: string): string {
  return text.length > maxPushCharacters ? `${text.slice(0, maxPushCharacters - 1)}…` : text
}

function unknownKind(): DeliveryFailure {
  return new DeliveryFailure('a kind of message that this release does not know', { isFinal: true })
}

/** The end of the person's quiet hours, unless the message would come too late then. A pause is a final failure. */
async function findDeferral({ database, timeZone, clock }: Context, message: Delivery): Promise<Date | null> {
  const { userId, isDeferrable, expiresAt } = message
  if (!isDeferrable || userId === null) return null
  const settings = (await findDeliverySettings(database, [userId])).get(userId)
  if (!settings) return null
  if (isPaused(settings, clock(), timeZone)) throw new DeliveryFailure('paused by the person', { isFinal: true })
  const end = endOfQuietHours(settings, clock(), timeZone)
  return end && !(expiresAt && expiresAt <= end) ? end : null
}

/** Null for messages that cannot be unsubscribed from: codes and security. */
async function unsubscribeUrl(
  { database, env }: Context,
  { kind, category, userId }: Delivery,
): Promise<string | null> {
  const scope = kind === 'digest' ? 'digest' : category
  if (userId === null || scope === null || scope === 'security') return null
  return env.PUBLIC_URL + (await unsubscribePath(database, userId, scope))
}

/** Ends the attempts to send a message and erases its values. */
export async function giveUpMessage(database: Database, id: string, failure: string): Promise<void> {
  await database.update(deliveries).set({ values: null, failure }).where(isPending(id))
}

/** Gives up digests that wait, such as for the end of quiet hours: their text may hold what the person may not read any more. */
export async function giveUpDigests(database: Database, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  const isOfThem = sql`${deliveries.userId} in ${listOf(userIds, 'uuid')}`
  await database
    .update(deliveries)
    .set({ values: null, failure: 'the rights have changed' })
    .where(and(isOfThem, eq(deliveries.kind, 'digest'), isNotNull(deliveries.values)))
}

/** Adds missing jobs of pending messages, such as those of a restored backup. */
export async function enqueueWaitingMessages(database: Database): Promise<void> {
  const { id, kind, channel } = deliveries
  const waiting = await database.select({ id, kind, channel }).from(deliveries).where(isNotNull(deliveries.values))
  await enqueueMessages(database, waiting)
}

type CodeKind = { [Kind in MessageKind]: MessageValues[Kind] extends { code: string } ? Kind : never }[MessageKind]
/** Messages with a one-time code. */
const codeKinds: Record<CodeKind, true> = {
  'two-factor-code': true,
  'verification-code': true,
  'join-code': true,
  'signature-code': true,
  'recovery-code': true,
}
/** Of the jobs of codes. Others have a lower one. */
export const codePriority = 2

/**
 * A job has the id of its message, so it is added only once. Those of a higher priority are sent first, also while a
 * hundred thousand others wait.
 */
export async function enqueueMessages(
  transaction: Database,
  messages: readonly { id: string; kind: string; channel: string }[],
  priority: 0 | 1 = 0,
): Promise<void> {
  if (messages.length === 0) return
  const jobs = messages.map(({ id, kind, channel }) => ({
    id,
    data: { id, kind, channel },
    priority: Object.hasOwn(codeKinds, kind) ? codePriority : priority,
  }))
  await enqueue(transaction, 'send-message', jobs)
}

function isPending(id: string) {
  return and(eq(deliveries.id, id), isNotNull(deliveries.values))
}
