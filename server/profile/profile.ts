import { and, eq } from 'drizzle-orm'
import type { BodyOf } from '#contract/call.ts'
import type { Locale } from '#contract/enumerations.ts'
import type { changeProfile as declaration, Profile } from '#contract/people/profile.ts'
import { profileFields, propertiesOfField } from '#contract/people/profile-owners.ts'
import { consentsOfProfile } from '#server/access/consents.ts'
import { rightsMarkOf } from '#server/access/family-rights.ts'
import type { App, Session } from '#server/app-types.ts'
import type { CredentialChange } from '#server/auth/credentials/credential-change-notices.ts'
import { auditContactChange, recordCredentialChanges } from '#server/auth/credentials/credential-changes.ts'
import { profileColumns } from '#server/auth/sessions/session-store.ts'
import { publishProfileChange } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { type ChannelName, channels } from '#server/db/schema/notifications.ts'
import { verifiedContacts } from '#server/db/schema/one-time-codes.ts'
import { users } from '#server/db/schema/people.ts'
import { throwInvalidValue } from '#server/http/http-error.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { ownsAvatar } from './avatars/avatar-store.ts'

/** The profile of a session, with what is read of the person's rights and consents. */
export async function findProfile(
  { database, clock, env }: App,
  { user, roles, isImpersonating, administrator, twoFactorLastCheck }: Session,
): Promise<Profile> {
  const today = dayInZone(clock(), env.TIME_ZONE)
  const [rightsMark, unverified, consents] = await Promise.all([
    rightsMarkOf(database, user.id),
    findUnverified(database, user.id),
    env.SCHOOL.consents && consentsOfProfile(database, { userId: user.id, texts: env.CONSENTS, today }),
  ])
  return {
    ...user,
    roles: roles.map((name) => ({ name })),
    isLoggedAs: isImpersonating,
    twoFactorLastCheck: twoFactorLastCheck?.toISOString() ?? null,
    impersonation: administrator && { by: administrator.name, until: administrator.until.toISOString() },
    ...(unverified.length > 0 && { unverified }),
    ...(rightsMark !== undefined && { rightsMark }),
    ...(consents !== undefined && { consents }),
  }
}

/** The contacts of a user that were not verified by a code. */
async function findUnverified(database: Database, userId: string): Promise<ChannelName[]> {
  const { email, phone, emailVerifiedAt, phoneVerifiedAt } = users
  const [found] = await database
    .select({ email, phone, emailVerifiedAt, phoneVerifiedAt })
    .from(users)
    .where(eq(users.id, userId))
  const isUnverified = { email: found?.email && !found.emailVerifiedAt, phone: found?.phone && !found.phoneVerifiedAt }
  return channels.filter((channel) => isUnverified[channel])
}

type Asking = { session: Session; changes: BodyOf<typeof declaration>; language: Locale }

/** Changes the profile. Email and phone must be verified in this session, and the user is notified. */
export async function changeProfile(app: App, { session, changes, language }: Asking): Promise<Profile> {
  const { database, clock, env } = app
  const { userId, user } = session
  const { avatar } = changes
  refuseFieldsOfOthers(env, changes)
  if (avatar && avatar !== user.avatar && !(await ownsAvatar(database, userId, avatar))) {
    throwInvalidValue('avatar', 'not-yours', 'This user has not uploaded the avatar')
  }
  const changed = await database.transaction(async (transaction) => {
    const person = eq(users.id, userId)
    const { email, phone, phoneVerifiedAt } = users
    const known = { email, phone, phoneVerifiedAt }
    const [before] = await transaction.select(known).from(users).where(person).for('update')
    const replaced: CredentialChange[] = []
    for (const channel of channels) {
      const old = { value: before?.[channel] ?? null, verifiedAt: before?.phoneVerifiedAt ?? null }
      const contact = { channel, value: changes[channel], old }
      replaced.push(...(await replaceContact(transaction, { ...contact, userId, sessionId: session.id, now: clock() })))
    }
    const isNew = (channel: ChannelName) => changes[channel] !== undefined && changes[channel] !== before?.[channel]
    const verified = {
      ...(isNew('phone') && { phoneVerifiedAt: clock() }),
      ...(isNew('email') && { emailVerifiedAt: clock() }),
    }
    const [after] = await transaction
      .update(users)
      .set({ ...changes, updatedAt: clock(), ...verified })
      .where(person)
      .returning(profileColumns)
    await recordCredentialChanges(transaction, env, {
      userId,
      sessionId: session.id,
      changes: replaced,
      language,
      now: clock(),
    })
    await publishProfileChange(transaction, { userId, fields: Object.keys(changes), now: clock() })
    return after
  })
  return findProfile(app, { ...session, user: changed ?? user })
}

/** Names and contacts that the school or the identity provider owns are not changed here. */
function refuseFieldsOfOthers({ PROFILE_OWNERS: owners }: App['env'], changes: object): void {
  for (const field of profileFields) {
    const path = owners[field] === 'person' ? undefined : propertiesOfField[field].find((column) => column in changes)
    if (path) throwInvalidValue(path, 'not-allowed', `The ${owners[field]} owns this field`)
  }
}

type Contact = {
  channel: ChannelName
  value: string | undefined
  old: { value: string | null; verifiedAt: Date | null }
}

/** Consumes the verification of the new value. */
async function replaceContact(
  transaction: Database,
  { channel, value, old, userId, sessionId, now }: Contact & { userId: string; sessionId: string; now: Date },
): Promise<CredentialChange[]> {
  if (value === undefined || value.toLowerCase() === old.value?.toLowerCase()) return []
  const isThisOne = and(eq(verifiedContacts.channel, channel), eq(verifiedContacts.target, value.toLowerCase()))
  const [verified] = await transaction
    .delete(verifiedContacts)
    .where(and(eq(verifiedContacts.sessionId, sessionId), isThisOne))
    .returning()
  if (!verified) throwInvalidValue(channel, 'not-verified', 'The value is not verified in this session')
  const { value: before, verifiedAt } = old
  return [await auditContactChange(transaction, { userId, channel, before, now: value, verifiedAt, at: now })]
}
