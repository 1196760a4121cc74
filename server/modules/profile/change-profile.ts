import { and, eq } from 'drizzle-orm'
import type { BodyOf } from '#contract/call.ts'
import type { Locale } from '#contract/enumerations.ts'
import type { changeProfile as declaration, Profile } from '#contract/profile.ts'
import type { Database } from '#server/db/client.ts'
import { type ChannelName, channels } from '#server/db/schema/delivery.ts'
import { verifiedContacts } from '#server/db/schema/one-time-codes.ts'
import { users } from '#server/db/schema/people.ts'
import { audit } from '#server/identity/audit.ts'
import { masked } from '#server/identity/one-time-code-rules.ts'
import { profileColumns } from '#server/identity/sessions.ts'
import { recordChanges } from '#server/identity/ways-in.ts'
import type { WayInChange } from '#server/identity/ways-in-rules.ts'
import { ownsPicture } from '#server/modules/storage/pictures.ts'
import { refuseValue } from '#server/refusal.ts'
import type { App, Session } from '#server/surroundings.ts'
import { profileOf } from './profile.ts'

type Asking = { session: Session; changes: BodyOf<typeof declaration>; language: Locale }

/** Names and avatar just so; an email or a phone only as this session has verified it, and the person is told (D-27). */
export async function changeProfile(
  { database, clock, env }: App,
  { session, changes, language }: Asking,
): Promise<Profile> {
  const { userId, user } = session
  const { avatar } = changes
  if (avatar && avatar !== user.avatar && !(await ownsPicture(database, userId, avatar))) {
    refuseValue('avatar', 'not-yours', 'The picture was not stored for this person')
  }
  const changed = await database.transaction(async (transaction) => {
    const person = eq(users.id, userId)
    const { email, phone, phoneVerifiedAt } = users
    const known = { email, phone, phoneVerifiedAt }
    const [before] = await transaction.select(known).from(users).where(person).for('update')
    const replaced: WayInChange[] = []
    for (const channel of channels) {
      const old = { value: before?.[channel] ?? null, verifiedAt: before?.phoneVerifiedAt?.toISOString() ?? null }
      const contact = { channel, value: changes[channel], old }
      replaced.push(...(await replaceContact(transaction, { ...contact, userId, sessionId: session.id, now: clock() })))
    }
    const isNewPhone = changes.phone !== undefined && changes.phone !== before?.phone
    const [after] = await transaction
      .update(users)
      .set({ ...changes, updatedAt: clock(), ...(isNewPhone && { phoneVerifiedAt: clock() }) })
      .where(person)
      .returning(profileColumns)
    await recordChanges(transaction, env, { userId, sessionId: session.id, changes: replaced, language, now: clock() })
    return after
  })
  return profileOf({ ...session, user: changed ?? user })
}

type Contact = {
  channel: ChannelName
  value: string | undefined
  old: { value: string | null; verifiedAt: string | null }
}

/** Uses up what was verified: a value proved once is saved once. */
async function replaceContact(
  transaction: Database,
  { channel, value, old, userId, sessionId, now }: Contact & { userId: string; sessionId: string; now: Date },
): Promise<WayInChange[]> {
  if (value === undefined || value.toLowerCase() === old.value?.toLowerCase()) return []
  const isThisOne = and(eq(verifiedContacts.channel, channel), eq(verifiedContacts.target, value.toLowerCase()))
  const [verified] = await transaction
    .delete(verifiedContacts)
    .where(and(eq(verifiedContacts.sessionId, sessionId), isThisOne))
    .returning()
  if (!verified) refuseValue(channel, 'not-verified', 'This session has not verified the value')
  const detail = [old.value, value].map((contact) => contact && masked(contact)).join(' → ')
  await audit(transaction, { at: now, action: `contact.${channel}`, subjectId: userId, detail })
  const change = { before: old.value, now: value }
  if (channel === 'email') return [{ kind: 'email-changed', ...change }]
  return [{ kind: 'phone-changed', ...change, verifiedAt: old.verifiedAt }]
}
