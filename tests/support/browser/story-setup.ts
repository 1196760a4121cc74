import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '#tests/support/server/server-process.ts'
import { shareWithStories } from './story.ts'

/** Seeds one school before all workers start: for the server of all read-only stories, and as a copy for the others. */
export default async function setUpStories(): Promise<() => Promise<void>> {
  const seeded = mkdtempSync(join(tmpdir(), 'personal-account-seeded-'))
  const filling = await startServer({ dataDir: seeded })
  await filling.stop()
  const dataDir = `${seeded}-looked-at`
  cpSync(seeded, dataDir, { recursive: true })
  const server = await startServer({ dataDir, arguments: ['--import', './tests/support/browser/refuse-changes.ts'] })
  await shareWithStories(server, seeded)
  return async () => {
    await server.stop()
    for (const directory of [seeded, dataDir]) rmSync(directory, { recursive: true })
    const refused = server.printed().match(/^A change was refused: .+$/gm)
    if (refused !== null) throw new Error(`Stories that only look wanted changes:\n${refused.join('\n')}`)
  }
}
