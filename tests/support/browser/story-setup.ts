import { rmSync } from 'node:fs'
import { seedDataDirectory, startServer } from '#tests/support/server/server-process.ts'
import { shareWithStories } from './story.ts'

/** One demo school before all workers start: for the server of all read-only stories, and as a copy for the others. */
export default async function setUpStories(): Promise<() => Promise<void>> {
  const dataFrom = process.env.SEEDED_DATA_DIR ?? (await seedDataDirectory())
  const server = await startServer({ dataFrom, arguments: ['--import', './tests/support/browser/refuse-changes.ts'] })
  await shareWithStories(server, dataFrom)
  return async () => {
    await server.stop()
    if (process.env.SEEDED_DATA_DIR === undefined) rmSync(dataFrom, { recursive: true })
    const faults = server.printed().match(/^(A change was refused: .+|.*"pageError":.*)$/gm)
    if (faults !== null)
      throw new Error(`Stories that only look wanted changes, or pages failed:\n${faults.join('\n')}`)
  }
}
