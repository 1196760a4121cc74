import { and, count, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { ImportState, Locale } from '#contract/enumerations.ts'
import type { ImportDetails, ImportRow } from '#contract/integration/imports.ts'
import { importFileLimits } from '#contract/limits.ts'
import { displayName } from '#contract/people/names.ts'
import type { Database } from '#server/db/client.ts'
import { importRuns } from '#server/db/schema/integration.ts'
import { users } from '#server/db/schema/people.ts'
import { describeReason, type Fault, isNote, type Note } from '#server/integration/format-types/reasons.ts'
import { enqueue } from '#server/queues/enqueue.ts'

const pageSize = 20
const busyStates: ImportState[] = ['checking', 'applying']
/** Findings that are stored; the table of files has the whole number. */
const maxFindings = 500

/** Collects the findings that are stored. */
export function collectFindings(): { findings: (Fault | Note)[]; add: (finding: Fault | Note) => void } {
  const findings: (Fault | Note)[] = []
  return { findings, add: (finding) => void (findings.length < maxFindings && findings.push(finding)) }
}

type NewRun = { fileName: string; content: Buffer; startedBy: string; mayAppoint: boolean }

/** Stores an uploaded file and queues its check; null while another import is checked or applied. */
export async function startRun(database: Database, run: NewRun, now: Date): Promise<string | null> {
  return whenIdle(database, async (transaction) => {
    const [made] = await transaction
      .insert(importRuns)
      .values({ ...run, size: run.content.length, createdAt: now, state: 'checking' })
      .returning({ id: importRuns.id })
    if (!made) throw new Error('the import was not stored')
    await enqueue(transaction, 'run-import', [{ data: { run: made.id } }])
    return made.id
  })
}

type NextStep =
  | { state: 'checking'; skipFaulty: boolean; allowDeletes: boolean; mayAppoint: boolean }
  | { state: 'applying'; mayAppoint: boolean }

/** Queues the next step of a file that was checked; false if it is in another state, or another import is under way. */
export async function continueRun(database: Database, id: string, next: NextStep): Promise<boolean> {
  const isQueued = await whenIdle(database, async (transaction) => {
    const [changed] = await transaction
      .update(importRuns)
      .set({ ...next, progress: 0, progressFile: null })
      .where(and(eq(importRuns.id, id), eq(importRuns.state, 'checked')))
      .returning({ id: importRuns.id })
    if (changed) await enqueue(transaction, 'run-import', [{ data: { run: id } }])
    return changed !== undefined
  })
  return isQueued ?? false
}

/** The lock orders two administrators who press at the same moment. */
async function whenIdle<Result>(
  database: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result | null> {
  return database.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('import-runs'))`)
    const busy = await transaction.$count(importRuns, inArray(importRuns.state, busyStates))
    return busy > 0 ? null : work(transaction)
  })
}

/** Deletes an uploaded file that was not imported. */
export async function discardRun(database: Database, id: string): Promise<boolean> {
  const discarded = await database
    .update(importRuns)
    .set({ state: 'discarded', content: null })
    .where(and(eq(importRuns.id, id), eq(importRuns.state, 'checked')))
    .returning({ id: importRuns.id })
  return discarded.length > 0
}

/** Files that were forgotten after their check. */
export async function discardForgottenFiles(database: Database, now: Date): Promise<void> {
  const kept = new Date(now.getTime() - importFileLimits.keptHours * 60 * 60_000)
  await database
    .update(importRuns)
    .set({ state: 'discarded', content: null })
    .where(and(eq(importRuns.state, 'checked'), lt(importRuns.finishedAt, kept)))
}

/** Without the content, which may be large. */
const columns = {
  id: importRuns.id,
  fileName: importRuns.fileName,
  isCommand: importRuns.isCommand,
  createdAt: importRuns.createdAt,
  state: importRuns.state,
  finishedAt: importRuns.finishedAt,
  files: importRuns.files,
  faults: importRuns.faults,
  starter: { id: users.id, firstName: users.firstName, lastName: users.lastName },
}
type RunColumns = Pick<
  typeof importRuns.$inferSelect,
  'id' | 'fileName' | 'isCommand' | 'createdAt' | 'state' | 'finishedAt' | 'files' | 'faults'
> & { starter: { id: string; firstName: string; lastName: string } | null }

/** One page of the history, newest first. */
export async function findRuns(database: Database, page: number, rowsPerPage = pageSize) {
  const rows = await database
    .select(columns)
    .from(importRuns)
    .leftJoin(users, eq(users.id, importRuns.startedBy))
    .orderBy(desc(importRuns.createdAt), desc(importRuns.id))
    .limit(rowsPerPage)
    .offset((page - 1) * rowsPerPage)
  const [{ total } = { total: 0 }] = await database.select({ total: count() }).from(importRuns)
  return { items: rows.map(rowOf), total, page, pageSize: rowsPerPage }
}

export async function hasRun(database: Database, id: string): Promise<boolean> {
  return (await database.$count(importRuns, eq(importRuns.id, id))) > 0
}

/** One import with the texts of its findings; null if there is none. */
export async function findRun(database: Database, id: string, language: Locale): Promise<ImportDetails | null> {
  const { findings, progress, progressFile, skipFaulty, allowDeletes } = importRuns
  const [found] = await database
    .select({ ...columns, findings, progress, progressFile, skipFaulty, allowDeletes })
    .from(importRuns)
    .leftJoin(users, eq(users.id, importRuns.startedBy))
    .where(eq(importRuns.id, id))
  if (!found) return null
  const isLater = found.finishedAt === null ? undefined : gt(importRuns.finishedAt, found.finishedAt)
  const newer = await database.$count(importRuns, and(eq(importRuns.state, 'applied'), isLater))
  const stored = (found.findings ?? []) as (Fault | Note)[]
  return {
    ...rowOf(found),
    files: found.files ?? [],
    findings: stored.map((finding) => ({
      file: finding.file,
      line: finding.line,
      column: finding.column,
      text: describeReason(finding, language),
      isFault: !isNote(finding),
    })),
    progress: found.progress,
    progressFile: found.progressFile,
    skipFaulty: found.skipFaulty,
    allowDeletes: found.allowDeletes,
    asksForDeletes: stored.some(({ reason }) => reason === 'too-many-deletions'),
    isOutdated: found.state === 'checked' && newer > 0,
  }
}

function rowOf({ starter, createdAt, finishedAt, state, files, ...run }: RunColumns): ImportRow {
  const total = { read: 0, created: 0, changed: 0, unchanged: 0, deleted: 0, faulty: 0 }
  for (const counts of files ?? [])
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += counts[key]
  const { id, fileName, isCommand, faults } = run
  return {
    id,
    fileName,
    isCommand,
    faults,
    total,
    state: state as ImportState,
    startedBy: starter && { id: starter.id, name: displayName(starter) },
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}
