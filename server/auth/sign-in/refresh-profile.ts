import { isDeepStrictEqual } from 'node:util'
import { and, eq, ne, type SQL } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import { hasEmail, hasPhone } from '#server/access/user-columns.ts'
import type { CredentialChange } from '#server/auth/credentials/credential-change-notices.ts'
import { auditContactChange, recordCredentialChanges } from '#server/auth/credentials/credential-changes.ts'
import { isStaff } from '#server/auth/oidc/account-matching.ts'
import type { OidcUser } from '#server/auth/oidc/client.ts'
import type { MatchingRules } from '#server/auth/oidc/sign-in-providers.ts'
import { publishNamesAndContacts } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import type { Env } from '#server/environment/env.ts'

type Visit = { userId: string; issuer: string; matching: MatchingRules; language: Locale; now: Date }

/**
 * Takes over the names and verified contacts of the provider, where the school file says that the provider owns them. The
 * person is notified of changed contacts. Values that the provider does not have stay, as does everything of a person who
 * signs in by an account that was joined to another, and contacts of people whom the provider may not match, or of staff,
 * whose second factor they are, at a provider for families.
 */
export async function refreshProfile(
  transaction: Database,
  env: Pick<Env, 'PROFILE_OWNERS' | 'PUBLIC_URL' | 'TIME_ZONE'>,
  person: OidcUser,
  { userId, issuer, matching, language, now }: Visit,
): Promise<void> {
  const owners = env.PROFILE_OWNERS
  if (!Object.values(owners).includes('provider')) return
  const isOwnAccount = and(eq(users.id, userId), eq(users.subject, person.subject), eq(users.issuer, issuer))
  const { firstName, lastName, patronym, email, phone, phoneVerifiedAt } = users
  const columns = { firstName, lastName, patronym, email, phone, phoneVerifiedAt }
  const [before] = await transaction.select(columns).from(users).where(isOwnAccount).for('update')
  if (!before) return
  const takesNames = owners.names === 'provider' && person.firstName !== ''
  const isFree = await freeContacts(transaction, person, { userId, matching })
  const takesEmail = owners.email === 'provider' && isFree.email && isOther(before.email, person.email)
  const takesPhone = owners.phone === 'provider' && isFree.phone && isOther(before.phone, person.phone)
  const newEmail = takesEmail ? person.email : null
  const newPhone = takesPhone ? person.phone : null
  const after = {
    ...(takesNames && knownNames(person)),
    ...(newEmail && { email: newEmail, emailVerifiedAt: now }),
    ...(newPhone && { phone: newPhone, phoneVerifiedAt: null }),
  }
  if (isDeepStrictEqual({ ...before, ...after }, before)) return
  await transaction
    .update(users)
    .set({ ...after, updatedAt: now })
    .where(isOwnAccount)
  const changes: CredentialChange[] = []
  const change = { userId, verifiedAt: before.phoneVerifiedAt, at: now }
  if (newEmail)
    changes.push(
      await auditContactChange(transaction, { ...change, channel: 'email', before: before.email, now: newEmail }),
    )
  if (newPhone)
    changes.push(
      await auditContactChange(transaction, { ...change, channel: 'phone', before: before.phone, now: newPhone }),
    )
  await recordCredentialChanges(transaction, env, { userId, changes, language, now })
  await publishNamesAndContacts(transaction, { userId, before, after, now })
}

/** Whether the account may have these contacts: one that stands in the way of its owner's first sign-in may not. */
async function freeContacts(
  database: Database,
  { email, phone }: OidcUser,
  { userId, matching }: Pick<Visit, 'userId' | 'matching'>,
): Promise<{ email: boolean; phone: boolean }> {
  if (matching.isForStaff && matching.matchesContacts) return { email: true, phone: true }
  if (!matching.isForStaff && (await isStaff(database, userId))) return { email: false, phone: false }
  const ofAnother = (isOwner: SQL) => database.$count(users, and(ne(users.id, userId), isOwner))
  return {
    email: email === null || (await ofAnother(hasEmail(email))) === 0,
    phone: phone === null || (await ofAnother(hasPhone(phone))) === 0,
  }
}

/** Many providers know no patronym. */
function knownNames({ firstName, lastName, patronym }: OidcUser) {
  return { firstName, ...(lastName && { lastName }), ...(patronym && { patronym }) }
}

function isOther(stored: string | null, claimed: string | null): boolean {
  return claimed !== null && claimed.toLowerCase() !== stored?.toLowerCase()
}
