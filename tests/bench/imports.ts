import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeServiceToken } from '#tests/support/integration/service-token.ts'
import { makeDataDirectory } from '#tests/support/server/database.ts'
import { createDatabase, setup, teardown } from '#tests/support/server/postgres.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'

type Start = (env?: Record<string, string>) => Promise<ServerProcess>
type Line = { what: string; rows: number; seconds: string; 'rows/s': number; 'peak MB': number | null }

const people = { postgres: 50_000, embedded: 10_000 }
/** Records of one request of the API. */
const batch = 10_000

/**
 * The import by the command on both databases, and the integration API on PostgreSQL: people with a role each, new, the
 * same again, and without writing. The goals are 5 000 rows a second on PostgreSQL and 1 000 on the embedded database.
 */
export async function measureImports(start: Start): Promise<Line[]> {
  await setup()
  const directory = mkdtempSync(join(tmpdir(), 'personal-account-imports-'))
  try {
    const DATA_DIR = join(directory, 'data')
    await makeDataDirectory(DATA_DIR)
    const DATABASE_URL = await createDatabase('imports')
    return [
      ...(await measureCommand('PostgreSQL', { DATABASE_URL }, directory, people.postgres)),
      ...(await measureCommand('embedded', { DATA_DIR }, directory, people.embedded)),
      ...(await measureApi(start)),
    ]
  } finally {
    rmSync(directory, { recursive: true })
    await teardown()
  }
}

async function measureCommand(
  name: string,
  env: Record<string, string>,
  directory: string,
  count: number,
): Promise<Line[]> {
  const path = mkdtempSync(join(directory, 'school-'))
  const write = (file: string, header: string, row: (index: number) => string) =>
    writeFileSync(
      join(path, file),
      [`sourcedId,status,dateLastModified,${header}`, ...Array.from({ length: count }, (_, i) => row(i))].join('\n'),
    )
  writeFileSync(join(path, 'orgs.csv'), 'sourcedId,status,dateLastModified,name,type\nmain,active,,Main,school')
  write('users.csv', 'givenName,familyName,email', (i) => `p-${i},active,,Имя,Фамилия,p${i}@mail.example`)
  write('roles.csv', 'userSourcedId,roleType,role,orgSourcedId', (i) => `r-${i},active,,p-${i},primary,parent,main`)
  const lines: Line[] = []
  for (const [what, more] of [
    ['without writing', ['--dry-run']],
    ['new', []],
    ['the same again', []],
  ] as const)
    lines.push(lineOf(`${name}: ${what}`, count * 2, await timed([path, ...more], env)))
  return lines
}

async function timed(args: readonly string[], env: Record<string, string>) {
  const began = performance.now()
  const child = spawn(process.execPath, ['server/integration/import.ts', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let peak: number | null = null
  const watch = setInterval(() => {
    peak = peakOf(child.pid) ?? peak
  }, 100)
  const [code] = await once(child, 'exit')
  clearInterval(watch)
  if (code !== 0) throw new Error(`The import ended with ${code}`)
  return { seconds: (performance.now() - began) / 1000, peak }
}

/** Megabytes, on Linux. */
function peakOf(pid: number | undefined): number | null {
  try {
    const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024)
  } catch {
    return null
  }
}

async function measureApi(start: Start): Promise<Line[]> {
  const DATABASE_URL = await createDatabase('api')
  const server = await start({ DATABASE_URL })
  try {
    const api = `${server.address}/api/integration/v1`
    const scopes = 'people:write,people:read'
    const token = await makeServiceToken({
      address: server.address,
      databaseUrl: DATABASE_URL,
      name: 'bench',
      scopes,
    })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' }
    const body = Array.from({ length: batch }, (_, i) =>
      JSON.stringify({ sourcedId: `p-${i}`, givenName: 'Имя', familyName: 'Фамилия', email: `p${i}@mail.example` }),
    ).join('\n')
    const put = async () => {
      const answer = await fetch(`${api}/users`, { method: 'PUT', headers, body })
      if (answer.status !== 200) throw new Error(`PUT was answered with ${answer.status}`)
      await answer.arrayBuffer()
    }
    const get = async () => {
      let after: string | null = ''
      while (after !== null) {
        const answer: Response = await fetch(`${api}/users?limit=1000${after && `&after=${after}`}`, { headers })
        after = ((await answer.json()) as { next: string | null }).next
      }
    }
    const lines: Line[] = []
    for (const [what, work] of [
      ['PUT of new records', put],
      ['PUT of the same', put],
      ['GET by pages of 1000', get],
    ] as const) {
      const began = performance.now()
      await work()
      lines.push(lineOf(`API: ${what}`, batch, { seconds: (performance.now() - began) / 1000, peak: null }))
    }
    return lines
  } finally {
    await server.stop()
  }
}

function lineOf(what: string, rows: number, { seconds, peak }: { seconds: number; peak: number | null }): Line {
  return { what, rows, seconds: seconds.toFixed(1), 'rows/s': Math.round(rows / seconds), 'peak MB': peak }
}
