import { sql, TransactionRollbackError } from 'drizzle-orm'
import type { ProfileOwners } from '#contract/people/profile-owners.ts'
import { setRoles } from '#server/access/roles.ts'
import { audit } from '#server/audit-log.ts'
import type { RowError } from '#server/cli/csv-file.ts'
import type { Database } from '#server/db/client.ts'
import { type Plan, planPeople } from './import-plan.ts'
import type { Row } from './row.ts'
import { findStoredPeople, replaceGuardians, writePeople } from './stored-people.ts'

export type PeopleImportReport = {
  faults: RowError[]
  /** What the file says and is left out. */
  notes: RowError[]
  added: number
  changed: number
  unchanged: number
  rolesGiven: number
  rolesTaken: number
  pairsMade: number
  pairsEnded: number
}

const command = 'import:people'

export type PeopleImportOptions = {
  /** File name in the audit log. */
  fileName: string
  now: Date
  profileOwners: ProfileOwners
  /** Rolls back after all steps. */
  isDryRun?: boolean
  onStep?: (step: 'comparing' | 'writing') => void
}

/** Imports all rows, or none if any row has errors. Concurrent imports run one after the other. */
export async function importPeople(
  database: Database,
  { rows, faults }: { rows: readonly Row[]; faults: readonly RowError[] },
  { fileName, now, profileOwners, isDryRun = false, onStep = () => {} }: PeopleImportOptions,
): Promise<PeopleImportReport> {
  const report = { faults: [...faults], notes: [] as RowError[], added: 0, changed: 0, unchanged: 0 }
  const changes = { rolesGiven: 0, rolesTaken: 0, pairsMade: 0, pairsEnded: 0 }
  try {
    await database.transaction(async (transaction) => {
      await transaction.execute(sql`set local statement_timeout = 0`)
      await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('people-import'))`)
      onStep('comparing')
      const plan = planPeople(rows, await findStoredPeople(transaction, rows), profileOwners)
      report.faults.push(...plan.faults)
      report.notes.push(...plan.notes)
      if (report.faults.length > 0) return
      onStep('writing')
      const counts = countsOf(plan)
      Object.assign(report, counts)
      Object.assign(changes, await write(transaction, plan, now))
      const detail = `${fileName}: ${counts.added + counts.changed}`
      await audit(transaction, { at: now, action: 'import.people', subjectId: null, command, detail })
      if (isDryRun) transaction.rollback()
    })
  } catch (error) {
    if (!(isDryRun && error instanceof TransactionRollbackError)) throw error
  }
  return { ...report, ...changes, faults: report.faults.sort((one, other) => one.line - other.line) }
}

function countsOf({ added, changed, unchanged }: Plan) {
  return { added: added.length, changed: changed.length, unchanged }
}

async function write(transaction: Database, plan: Plan, now: Date) {
  await writePeople(transaction, plan, now)
  const roles = await setRoles(transaction, 'import', plan.roles, { now, command })
  const given = roles.filter(({ change }) => change === 'given').length
  const families = await replaceGuardians(transaction, plan.families)
  return { rolesGiven: given, rolesTaken: roles.length - given, ...families }
}
