import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listCourses } from '#contract/enrolment/catalog.ts'
import { type OpenDatabase, openEmbedded, openPostgres } from '#server/db/client.ts'
import { createLog } from '#server/terminal/log.ts'
import { addLargeCatalog } from '#tests/support/schools/large-catalog.ts'
import { createDatabase, setup, teardown } from '#tests/support/server/postgres.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { quantile } from './lines.ts'

const courses = 10_000
const rounds = 40

/** Typical query strings of the catalog. */
const questions = {
  'the first page': '',
  'two filters': 'filter[subject][]=math&filter[grade][]=5',
  'a word in another form': 'search=математике',
  'the beginning of a word': 'search=олимп',
  'two words': 'search=генетика человека',
  'two words and a filter': 'search=подготовка к егэ&filter[format][]=webinar',
  'a teacher’s name': 'search=наставникова-7',
  'a word with a typo': 'search=матиматика',
  'nothing of the kind': 'search=квиддич',
}

/** Milliseconds to the complete response of sequential requests. */
export async function measureCatalog(
  start: (env: Record<string, string>) => Promise<ServerProcess>,
): Promise<Record<string, string | number>[]> {
  const rows: Record<string, string | number>[] = []
  await setup()
  for (const { name, env, drop } of [await onPglite(), await onPostgres()]) {
    const server = await start(env)
    for (const [what, query] of Object.entries(questions)) {
      const taken: number[] = []
      let found = 0
      for (let round = 0; round < rounds; round += 1) {
        const began = performance.now()
        const answer = await fetch(`${server.address}/api/v1/catalog/course/list?${encodeURI(query)}`)
        const body: unknown = await answer.json()
        taken.push(performance.now() - began)
        found = listCourses.answer.parse(body).total
      }
      rows.push({
        what,
        database: name,
        found,
        p50: Math.round(quantile(taken, 0.5)),
        p95: Math.round(quantile(taken, 0.95)),
      })
    }
    await server.stop()
    drop()
  }
  await teardown()
  return rows
}

async function onPglite() {
  const directory = mkdtempSync(join(tmpdir(), 'personal-account-catalog-'))
  await fill(await openEmbedded({ kind: 'directory', directory: join(directory, 'database') }, log()))
  return {
    name: 'PGlite',
    env: { DATA_DIR: directory },
    drop: () => rmSync(directory, { recursive: true, force: true }),
  }
}

async function onPostgres() {
  const url = await createDatabase('catalog')
  await fill(await openPostgres(url, 1, log()))
  return { name: 'PostgreSQL', env: { DATABASE_URL: url }, drop: () => {} }
}

async function fill({ database, close }: Pick<OpenDatabase, 'database' | 'close'>): Promise<void> {
  await addLargeCatalog(database, { courses, today: new Date().toISOString().slice(0, 10) })
  await close()
}

function log() {
  return createLog({ LOG_LEVEL: 'warn' })
}
