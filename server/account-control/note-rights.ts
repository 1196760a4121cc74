import { and, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { type GuardianRights, guardianRights, presetOf } from '#contract/people/guardian-rights.ts'
import { displayName } from '#contract/people/names.ts'
import { revokeCodesOf } from '#server/access/revoke-codes.ts'
import { announceRecords } from '#server/changes/announce-changes.ts'
import { publishEvents } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { users } from '#server/db/schema/people.ts'
import { giveUpDigests } from '#server/notifications/deliver-message.ts'
import { rightsInWords } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns, type UserNotification } from '#server/notifications/notify-users.ts'
import { audit } from '#server/security/audit-log.ts'
import type { CurrentTime } from '#server/time/calendar-days.ts'
import { applyRights } from './apply-rights.ts'

/** The rights of a guardian for a child as they were and as they are stored now; null: no guardian of the child any more. */
export type RightsChange = {
  guardianId: string
  childId: string
  before: GuardianRights
  after: GuardianRights | null
}

/**
 * `command`: what changed the rights, if it was no user. `by`: the name of the guardian who changed them, if it was not the
 * school. `isNotifiedLater`: the caller notifies the guardians.
 */
type Noting = CurrentTime & { reason?: string; command?: string; by?: string; isNotifiedLater?: true }

/**
 * What follows from rights that were changed: they act at once, digests that wait are given up where a right was taken, the
 * audit log has an entry for each pair, open pages of the children and their guardians read again, and guardians with an
 * account are notified.
 */
export async function noteRights(
  transaction: Database,
  all: readonly RightsChange[],
  { now, timeZone, reason, command, by = '', isNotifiedLater }: Noting,
): Promise<void> {
  const changes = all.filter(({ before, after }) => guardianRights.some((right) => before[right] !== after?.[right]))
  if (changes.length === 0) return
  const guardianIds = [...new Set(changes.map(({ guardianId }) => guardianId))].sort()
  await applyRights(transaction, guardianIds, { now, timeZone })
  const losers = changes.filter(({ before, after }) => guardianRights.some((right) => before[right] && !after?.[right]))
  await giveUpDigests(
    transaction,
    losers.map(({ guardianId }) => guardianId),
  )
  await revokeCodesOf(transaction, losers, now)
  await announceRights(transaction, changes, { now, isImported: command?.startsWith('import') ?? false })
  const names = await findNames(transaction, changes)
  await audit(
    transaction,
    ...changes.map(({ guardianId, childId, after }) => ({
      at: now,
      action: 'roles.guardian-rights' as const,
      subjectId: guardianId,
      command,
      ...(reason !== undefined && { reason }),
      detail: `${names.get(childId)?.whole ?? childId}: ${after ? describeRights(after) : 'ended'}`,
    })),
  )
  if (isNotifiedLater) return
  const recipients = await findRecipients(transaction, guardianIds)
  await notifyUsers(
    transaction,
    now,
    changes.flatMap(({ guardianId, childId, after }): UserNotification[] => {
      const recipient = recipients.get(guardianId)
      const student = names.get(childId)?.first
      if (!recipient || student === undefined) return []
      const rights = (language: 'ru' | 'en') => (after ? rightsInWords(after, language) : '')
      return [
        {
          recipient,
          kind: 'guardian-rights-changed',
          values: (language) => ({ student, by, rights: rights(language) }),
        },
      ]
    }),
  )
}

/** Of imports only to open pages: the source knows what it has changed. */
async function announceRights(
  transaction: Database,
  changes: readonly RightsChange[],
  { now, isImported }: { now: Date; isImported: boolean },
): Promise<void> {
  const childIds = [...new Set(changes.map(({ childId }) => childId))].sort()
  if (isImported) {
    await announceRecords(
      transaction,
      'users',
      childIds.map((id) => ({ id })),
    )
    return
  }
  const events = childIds.map((sourcedId) => ({
    type: 'profile.changed' as const,
    data: { collection: 'users' as const, sourcedId, fields: ['agentRights'] },
  }))
  await publishEvents(transaction, now, events)
}

/** The preset, or the rights themselves, for the audit log. */
function describeRights(rights: GuardianRights): string {
  return presetOf(rights) ?? (guardianRights.filter((right) => rights[right]).join(', ') || 'none')
}

async function findNames(transaction: Database, changes: readonly RightsChange[]) {
  const ids = [...new Set(changes.map(({ childId }) => childId))]
  const children = await transaction
    .select()
    .from(users)
    .where(inArray(users.id, listOf(ids, 'uuid')))
  return new Map(children.map((child) => [child.id, { first: child.firstName, whole: displayName(child) }]))
}

/** Condition on `users`: messages can reach the person. */
export const hasAccount = sql<boolean>`${and(isNotNull(users.subject), isNull(users.lockedAt), isNull(users.joinedInto))}`

async function findRecipients(transaction: Database, ids: readonly string[]) {
  const found = await transaction
    .select(recipientColumns)
    .from(users)
    .where(and(inArray(users.id, listOf(ids, 'uuid')), hasAccount))
    .orderBy(users.id)
  return new Map(found.map((recipient) => [recipient.id, recipient]))
}
