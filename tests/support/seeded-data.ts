import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from './server-process.ts'

/** Fills one data directory before all workers start, because copying it is quicker than filling one each. */
export default async function seedOnce(): Promise<() => void> {
  const seeded = mkdtempSync(join(tmpdir(), 'personal-account-seeded-'))
  const server = await startServer({ dataDir: seeded })
  await server.stop()
  process.env.SEEDED_DATA_DIR = seeded
  return () => rmSync(seeded, { recursive: true })
}
