import { notInArray, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ContractStatus } from '#contract/enumerations.ts'
import type { contracts } from '#server/db/schema/contracts.ts'

/** By which nobody has a place any more: it ended, or was not paid in time. */
const over: ContractStatus[] = ['Termination', 'NotPaid']

/** Of `contracts`, or of an alias: by which the student has a place. The unique key `contracts_place` says the same. */
export function isLive({ status }: { status: (typeof contracts)['status'] | PgColumn }): SQL {
  return notInArray(status, over)
}
