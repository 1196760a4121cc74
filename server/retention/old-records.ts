import { and, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/client.ts'
import { accountChanges, knownDevices } from '#server/db/schema/account-security.ts'
import { autopays } from '#server/db/schema/checkouts.ts'
import { dataRequests, keptIdentities } from '#server/db/schema/data-requests.ts'
import { auditEntries, unmappedRoles } from '#server/db/schema/identity.ts'
import { importRuns, recordChanges } from '#server/db/schema/integration.ts'
import { deliveries, notifications } from '#server/db/schema/notifications.ts'
import { webhookDeliveries } from '#server/db/schema/webhooks.ts'
import { type RetentionKind, retentionOf, retentionPeriods } from '#server/environment/retention-periods.ts'
import { eraseKeptDocuments } from '#server/erasure/erase-person.ts'
import { deleteChangesBefore } from '#server/integration/api/old-changes.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'

const dayMs = 86_400_000
const rowsPerStatement = 5000

/** `before`: what is older has outlived its period. */
type Moment = CurrentTime & { before: Date; period: number }

/** Old records of a kind. */
type OldRecords = {
  table: PgTable
  isOld(moment: Moment): SQL | undefined
  remove(database: Database, moment: Moment): Promise<void>
}

/** Deletes rows in parts, so that no statement holds many of them. */
function deleted(table: PgTable, key: AnyPgColumn, isOld: OldRecords['isOld']): OldRecords {
  return {
    table,
    isOld,
    async remove(database, moment) {
      let rows: number | null
      do {
        const old = database.select({ key }).from(table).where(isOld(moment)).limit(rowsPerStatement)
        rows = (await database.delete(table).where(inArray(key, old))).rowCount
      } while (rows === rowsPerStatement)
    },
  }
}

/** What each period means. */
const oldRecords: Readonly<Record<RetentionKind, OldRecords>> = {
  messages: deleted(deliveries, deliveries.id, ({ before }) =>
    and(isNull(deliveries.values), lt(deliveries.queuedAt, before)),
  ),
  notifications: deleted(notifications, notifications.id, ({ before }) => lt(notifications.at, before)),
  devices: deleted(knownDevices, knownDevices.id, ({ before }) => lt(knownDevices.seenAt, before)),
  signInChanges: deleted(accountChanges, accountChanges.id, ({ before }) => lt(accountChanges.expiresAt, before)),
  cards: {
    table: autopays,
    isOld: ({ before }) =>
      and(eq(autopays.state, 'off'), lt(autopays.endedAt, before), isNotNull(autopays.savedMethod)),
    async remove(database, moment) {
      await database.update(autopays).set({ savedMethod: null }).where(this.isOld(moment))
    },
  },
  // The trigger of the log asks the clock of the database.
  rejections: deleted(auditEntries, auditEntries.id, ({ now, before }) =>
    and(
      isNotNull(auditEntries.problem),
      isNull(auditEntries.actorId),
      lt(auditEntries.at, sql`now() - ${`${(now.getTime() - before.getTime()) / dayMs} days`}::interval`),
    ),
  ),
  unmappedRoles: {
    table: unmappedRoles,
    isOld: ({ before }) => lt(unmappedRoles.lastAt, before),
    async remove(database, moment) {
      await database.delete(unmappedRoles).where(this.isOld(moment))
    },
  },
  imports: deleted(importRuns, importRuns.id, ({ before }) => lt(importRuns.createdAt, before)),
  changes: {
    table: recordChanges,
    isOld: ({ before }) => lt(recordChanges.changedAt, before),
    remove: (database, { before }) => deleteChangesBefore(database, before),
  },
  webhooks: deleted(webhookDeliveries, webhookDeliveries.id, ({ before }) => lt(webhookDeliveries.createdAt, before)),
  // Of deletions that are done, who and when stays: a restored backup is erased again by this list.
  dataRequests: deleted(dataRequests, dataRequests.id, ({ before }) =>
    and(
      lt(dataRequests.endedAt, before),
      sql`not (${dataRequests.kind} = 'deletion' and ${dataRequests.state} = 'done')`,
    ),
  ),
  // The period was counted when the person was erased, and is counted again.
  documents: {
    table: keptIdentities,
    isOld: ({ now, timeZone }) => lt(keptIdentities.keptUntil, dayInZone(now, timeZone)),
    async remove(database, moment) {
      const { personId } = keptIdentities
      const ended = await database.select({ personId }).from(keptIdentities).where(this.isOld(moment)).orderBy(personId)
      for (const person of ended)
        await database.transaction((transaction) =>
          eraseKeptDocuments(transaction, person.personId, { ...moment, years: moment.period }),
        )
    },
  },
}

type School = Parameters<typeof retentionOf>[0]
const kinds = Object.keys(retentionPeriods) as RetentionKind[]

function momentOf(school: School, kind: RetentionKind, time: CurrentTime): Moment {
  const days = retentionPeriods[kind].unit === 'days' ? retentionOf(school, kind) : 0
  return { ...time, period: retentionOf(school, kind), before: new Date(time.now.getTime() - days * dayMs) }
}

/** Deletes what has outlived its period; an error of one kind does not hold up the others, and is thrown at the end. */
export async function applyRetention(database: Database, school: School, time: CurrentTime): Promise<void> {
  const errors: unknown[] = []
  for (const kind of kinds)
    await oldRecords[kind].remove(database, momentOf(school, kind, time)).catch((error: unknown) => errors.push(error))
  if (errors.length > 0)
    throw new AggregateError(errors, 'Some records that have outlived their period are still there')
}

/** How many records of each kind the next run would delete. */
export async function countOldRecords(
  database: Database,
  school: School,
  time: CurrentTime,
): Promise<{ kind: RetentionKind; period: number; count: number }[]> {
  const counts: { kind: RetentionKind; period: number; count: number }[] = []
  for (const kind of kinds) {
    const { table, isOld } = oldRecords[kind]
    const count = await database.$count(table, isOld(momentOf(school, kind, time)))
    counts.push({ kind, period: retentionOf(school, kind), count })
  }
  return counts
}
