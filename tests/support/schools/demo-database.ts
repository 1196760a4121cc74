import type { OpenDatabase } from '#server/db/client.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { openFilledDatabase } from '#tests/support/server/database.ts'

/** Origin of the bank that the demo families have paid in. */
export const demoBank = 'https://bank.example'

/** A database with the demo school of this time and size. */
export function openDemoDatabase(now: Date, families = 60): Promise<OpenDatabase> {
  const fill = ({ database }: OpenDatabase) => seedDemo(database, { clock: () => now, families, bankOrigin: demoBank })
  return openFilledDatabase(`${families} families of ${now.toISOString()}`, fill)
}
