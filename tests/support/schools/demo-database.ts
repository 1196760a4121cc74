import type { OpenDatabase } from '#server/db/client.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { openFilledDatabase } from '#tests/support/server/database.ts'

/** A database with the demo school of this time. */
export function openDemoDatabase(now: Date): Promise<OpenDatabase> {
  const fill = ({ database }: OpenDatabase) => seedDemo(database, { clock: () => now })
  return openFilledDatabase(`demo of ${now.toISOString()}`, fill)
}
