import { eq } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { serverKeys } from '#server/db/schema/one-time-codes.ts'
import { createToken } from './tokens.ts'

/** A secret shared by all servers of one database, created on first use. */
export async function getServerKey(database: Database, name: string): Promise<string> {
  const stored = await readKey(database, name)
  if (stored) return stored
  await database.insert(serverKeys).values({ name, value: createToken() }).onConflictDoNothing()
  const kept = await readKey(database, name)
  if (!kept) throw new Error(`the key ${name} was not stored`)
  return kept
}

async function readKey(database: Database, name: string): Promise<string | undefined> {
  const [key] = await database.select().from(serverKeys).where(eq(serverKeys.name, name))
  return key?.value
}
