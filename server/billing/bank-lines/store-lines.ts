import { inArray } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { bankLines } from '#server/db/schema/bank-lines.ts'

type NewLine = Omit<typeof bankLines.$inferInsert, 'id' | 'state' | 'fileName' | 'createdAt'>

/** Puts money into the queue, once whatever file has it; returns how many lines are new. */
export async function storeLines(
  transaction: Database,
  lines: readonly NewLine[],
  { fileName, now }: { fileName: string; now: Date },
): Promise<number> {
  let stored = 0
  for (let start = 0; start < lines.length; start += rowsPerStatement) {
    const some = lines.slice(start, start + rowsPerStatement).map((line) => ({ ...line, fileName, createdAt: now }))
    const added = await transaction
      .insert(bankLines)
      .values(some)
      .onConflictDoNothing({ target: bankLines.key })
      .returning({ id: bankLines.id })
    stored += added.length
  }
  return stored
}

/** The number of parameters of a statement is limited. */
const rowsPerStatement = 1000

/** Which of these keys have a line, whatever was decided of it. */
export async function knownLines(transaction: Database, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const listed = listOf(keys, 'text')
  const rows = await transaction.select({ key: bankLines.key }).from(bankLines).where(inArray(bankLines.key, listed))
  return new Set(rows.map(({ key }) => key))
}
