import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq, inArray } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/client.ts'
import { isConnectionError } from '#server/db/connection-errors.ts'
import { importRuns } from '#server/db/schema/integration.ts'
import type { Env } from '#server/environment/env.ts'
import type { Fault, Note } from '#server/integration/format-types/reasons.ts'
import { importSettings } from '#server/integration/import/import-work.ts'
import { collectFindings } from './import-runs.ts'
import { importSchool } from './import-school.ts'

type Context = {
  database: Database
  untimed: Database
  clock: () => Date
  timeZone: string
  env: Pick<Env, 'PROFILE_OWNERS' | 'SCHOOL'>
  log: FastifyBaseLogger
}

/** Milliseconds between two notes of the progress. */
const progressInterval = 1000

/**
 * Checks or applies an uploaded file, whichever its state says. If the server dies, the job is repeated: what was applied
 * before is only compared. A fault of the server ends the import as failed; only a lost connection repeats it.
 */
export async function runImport(
  { database, untimed, clock, timeZone: TIME_ZONE, env: { PROFILE_OWNERS, SCHOOL }, log }: Context,
  id: string,
): Promise<void> {
  const isThis = isUnderWay(id)
  const [run] = await database.select().from(importRuns).where(isThis)
  if (!run?.content) return
  const isDryRun = run.state === 'checking'
  const { findings, add } = collectFindings()
  let directory: string | null = null
  try {
    directory = await mkdtemp(join(tmpdir(), 'import-'))
    const path = join(directory, 'file')
    await writeFile(path, run.content)
    const { files, faults } = await importSchool(untimed, path, {
      ...importSettings({ TIME_ZONE, PROFILE_OWNERS, SCHOOL }, clock()),
      isDryRun,
      skipFaulty: run.skipFaulty,
      allowDeletes: run.allowDeletes,
      name: run.fileName,
      mayAppoint: run.mayAppoint,
      actorId: run.startedBy,
      onFault: add,
      onNote: add,
      onProgress: progressNotes(database, id),
    })
    const end = isDryRun ? { state: 'checked' } : { state: 'applied', content: null }
    await database
      .update(importRuns)
      .set({ ...end, files, faults, findings, progress: 1, progressFile: null, finishedAt: clock() })
      .where(isThis)
  } catch (error) {
    if (isConnectionError(error)) throw error
    log.error({ err: error, import: id }, 'an import failed')
    await failImport({ database, clock }, id, findings)
  } finally {
    if (directory !== null) await rm(directory, { recursive: true, force: true })
  }
}

/** Ends an import that is under way, so that others can begin. */
export async function failImport(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  id: string,
  findings: (Fault | Note)[] = [],
): Promise<void> {
  const end = { state: 'failed', content: null, findings, finishedAt: clock() }
  await database.update(importRuns).set(end).where(isUnderWay(id))
}

function isUnderWay(id: string) {
  return and(eq(importRuns.id, id), inArray(importRuns.state, ['checking', 'applying']))
}

/**
 * Notes the progress at most once a second, and one note at a time: the embedded database has one connection, which the
 * import holds.
 */
function progressNotes(database: Database, id: string): (file: string, part: number) => void {
  let isNoting = false
  let notedAt = Number.NEGATIVE_INFINITY
  return (progressFile, progress) => {
    if (isNoting || performance.now() - notedAt < progressInterval) return
    isNoting = true
    void database
      .update(importRuns)
      .set({ progress, progressFile })
      .where(isUnderWay(id))
      .catch(() => undefined)
      .finally(() => {
        isNoting = false
        notedAt = performance.now()
      })
  }
}
