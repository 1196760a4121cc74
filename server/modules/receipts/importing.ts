import { sql } from 'drizzle-orm'
import type { Fault } from '#server/csv-file.ts'
import type { Database } from '#server/db/client.ts'
import { audit } from '#server/identity/audit.ts'
import { concludeContracts } from '#server/modules/contracts/concluding.ts'
import { bookPlan, tellOfArrivals } from './booking.ts'
import type { FileRead } from './file.ts'
import { type Plan, planReceipts } from './planning.ts'
import { readStored } from './stored.ts'

export type ImportOptions = {
  /** As the audit log calls what was imported. */
  fileName: string
  now: Date
  timeZone: string
  /** Says what would happen, and leaves everything as it is. */
  isDryRun?: boolean
  /** For what has arrived long ago. */
  tellsNobody?: boolean
  onStep?: (step: 'comparing' | 'booking' | 'telling') => void
}

export type ImportReport = {
  faults: Fault[]
  booked: number
  repeated: number
  sums: Sums
  closed: number
  concluded: number
  told: number
}
/** Kopecks. */
type Sums = { received: number; returned: number; transferred: number }

/** Books a file, all of it or, where anything is wrong with it, nothing. Of two imports at once one waits for the other. */
export async function importReceipts(
  database: Database,
  { rows, faults }: FileRead,
  { fileName, now, timeZone, isDryRun = false, tellsNobody = false, onStep = () => {} }: ImportOptions,
): Promise<ImportReport> {
  return database.transaction(async (transaction) => {
    // A server's patience with a statement is for people who wait for a page.
    await transaction.execute(sql`set local statement_timeout = 0`)
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('payments-import'))`)
    onStep('comparing')
    const plan = planReceipts(rows, await readStored(transaction, rows))
    const report = reportOf(plan, faults)
    if (report.faults.length > 0 || isDryRun) return report
    onStep('booking')
    await bookPlan(transaction, plan)
    await audit(transaction, {
      at: now,
      action: 'import.payments',
      subjectId: null,
      command: 'import:payments',
      detail: `${fileName}: ${plan.booked}`,
    })
    await concludeContracts(transaction, plan.concluded, { now, timeZone })
    onStep('telling')
    return { ...report, told: tellsNobody ? 0 : await tellOfArrivals(transaction, plan.arrivals, now) }
  })
}

function reportOf(plan: Plan, faults: readonly Fault[]): ImportReport {
  const sumOf = (kind: string) =>
    plan.operations.reduce((sum, operation) => sum + (operation.kind === kind ? operation.amount : 0), 0)
  return {
    faults: [...faults, ...plan.faults].sort((one, other) => one.line - other.line),
    booked: plan.booked,
    repeated: plan.repeated,
    sums: { received: sumOf('ReceivingDS'), returned: sumOf('ReturnDS'), transferred: sumOf('ReturnTransferDS') },
    closed: plan.statuses.filter(({ status }) => status === 'Closed').length,
    concluded: plan.concluded.length,
    told: 0,
  }
}
