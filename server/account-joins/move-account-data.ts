import { type JoinedKind, joinedKinds } from '#contract/enumerations.ts'
import type { JoinedCounts } from '#contract/people/account-joins.ts'
import { fateOfReference, findUserReferences, referencesInLists } from '#server/access/user-references.ts'
import type { Database } from '#server/db/client.ts'
import { moveRows, replaceInLists } from './move-rows.ts'

type MovedRow = { reference: string; key: string }

export type MovedData = {
  rows: MovedRow[]
  moves: JoinedCounts
  /** Rows that the other account has already. */
  stays: JoinedCounts
  /** Of them those that may not stay, because the school's data would be hidden. */
  forbidding: JoinedCounts
}

/** Moves all rows of one account to another one. */
export async function moveAccountData(transaction: Database, way: { from: string; to: string }): Promise<MovedData> {
  const rows: MovedRow[] = []
  const moves = new RowCounts()
  const stays = new RowCounts()
  const forbidding = new RowCounts()
  for (const reference of findUserReferences()) {
    const fate = fateOfReference[reference.name]
    if (fate === undefined || fate === 'stays') continue
    const { moved, clashing } = await moveRows(transaction, { ...reference, ...way })
    const table = reference.name.split('.')[0] ?? ''
    rows.push(...moved.map((key) => ({ reference: reference.name, key })))
    moves.add(fate.kind, table, moved)
    stays.add(fate.kind, table, clashing)
    if (fate.isNeeded) forbidding.add(fate.kind, table, clashing)
  }
  for (const list of referencesInLists) {
    const keys = await replaceInLists(transaction, list, way)
    rows.push(...keys.map((key) => ({ reference: list.name, key })))
  }
  return { rows, moves: moves.list(), stays: stays.list(), forbidding: forbidding.list() }
}

/** Moves back the rows that a join has moved and that still belong to the account. Returns how many. */
export async function returnAccountData(
  transaction: Database,
  rows: readonly MovedRow[],
  way: { from: string; to: string },
): Promise<number> {
  const keys = Map.groupBy(rows, ({ reference }) => reference)
  const keysOf = (name: string) => (keys.get(name) ?? []).map(({ key }) => key)
  let returned = 0
  for (const reference of findUserReferences()) {
    const only = keysOf(reference.name)
    if (only.length > 0) returned += (await moveRows(transaction, { ...reference, ...way, only })).moved.length
  }
  for (const list of referencesInLists) {
    const only = keysOf(list.name)
    if (only.length > 0) returned += (await replaceInLists(transaction, list, { ...way, only })).length
  }
  return returned
}

/** Counts rows by kind; one that names the account twice is one row. */
class RowCounts {
  readonly rows = new Map<JoinedKind, Set<string>>()

  add(kind: JoinedKind, table: string, keys: readonly string[]): void {
    const known = this.rows.get(kind) ?? new Set()
    for (const key of keys) known.add(`${table} ${key}`)
    this.rows.set(kind, known)
  }

  list(): JoinedCounts {
    return joinedKinds.flatMap((kind) => {
      const count = this.rows.get(kind)?.size ?? 0
      return count > 0 ? [{ kind, count }] : []
    })
  }
}
