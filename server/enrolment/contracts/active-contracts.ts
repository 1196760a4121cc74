import { notInArray, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ContractStatus } from '#contract/enumerations.ts'
import type { contracts } from '#server/db/schema/contracts.ts'

/** Contracts that hold no place: terminated, or not paid in time. */
const over: ContractStatus[] = ['Termination', 'NotPaid']

/**
 * Whether a contract holds a place; `contracts` or an alias of it. The unique key `contracts_place` has the same
 * condition.
 */
export function isActiveContract({ status }: { status: (typeof contracts)['status'] | PgColumn }): SQL {
  return notInArray(status, over)
}
