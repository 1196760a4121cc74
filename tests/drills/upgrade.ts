import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, chromium } from 'playwright'
import { writeServers } from '#scripts/balancer.ts'
import { chromiumArguments, chromiumPath } from '#tests/support/browser/chromium.ts'
import { newSession } from '#tests/support/browser/story.ts'
import { postgresUrl, startPostgres } from '#tests/support/server/postgres-server.ts'
import { answers, freePorts, type ServerProcess, startServer } from '#tests/support/server/server-process.ts'
import { startLoad, storedIds } from './load.ts'
import { buildOldRelease, type OldRelease } from './old-release.ts'
import { startVisits } from './visits.ts'
import { choose, openHome } from './walk-menus.ts'

type Row = Record<string, string | number>

/** How long both releases answer side by side before the next server is replaced. */
const besideMs = 5_000
/** Pages that are opened meanwhile; the balancer chooses either release. */
const visitsBetween = 4
/** What a server has begun ends meanwhile. */
const drainingMs = 3_000

/**
 * Replaces two servers of a former release by this one while they are used: one after the other, behind the balancer, on
 * one PostgreSQL. Meanwhile pages are opened, and pages of the former release go on with the calls of this one. Then both
 * servers are restarted once more.
 */
export async function drillUpgrade(release: OldRelease): Promise<Row[]> {
  const old = buildOldRelease(release)
  const [[port, idp], ...places] = [await freePorts(), await freePorts(), await freePorts()]
  const address = `http://localhost:${port}`
  await using stack = new AsyncDisposableStack()
  const postgres = await startPostgres()
  stack.defer(postgres.stop)
  const databaseUrl = postgresUrl(postgres.socket, 'postgres')
  const env = {
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    PUBLIC_URL: address,
    IDP_PUBLIC_URL: `http://localhost:${idp}`,
    TRUST_PROXY: '1',
  }
  const start = (from: string | undefined, ports: [number, number]) => startServer({ env, from, ports })
  const running: ServerProcess[] = []
  stack.defer(async () => {
    for (const server of running) await server.stop()
  })
  for (const ports of places) running.push(await start(old, ports))
  const { list, admin } = writeServers(places.map(([port, idp]) => ({ port, idp })))
  const balancer = spawn('haproxy', ['-f', 'deploy/haproxy.cfg', '-f', list], {
    env: { ...process.env, PORT: `${port}`, IDP_PORT: `${idp}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  stack.defer(() => void balancer.kill('SIGTERM'))
  while (!(await answers(`${address}/readyz`))) await pause(200)

  const load = await startLoad({ address, databaseUrl })
  stack.defer(load.stop)
  const signIn = () => newSession({ address, providerAddress: '' }, 'family')
  const { name, value } = await signIn()
  const visits = startVisits(address, `${name}=${value}`)
  stack.defer(visits.stop)
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })
  stack.defer(() => browser.close())
  const open = async (title: string, servers?: { pages: string; calls: string }) => {
    const session = await signIn()
    const choosing = servers && ((context: BrowserContext) => choose(context, servers))
    return (await openHome(browser, { address, session, title }, choosing)).observed
  }
  const former = await open('opened before, used after the upgrade')

  const restart = async (index: 0 | 1) => {
    await running[index]?.stop()
    running[index] = await start(undefined, places[index] as [number, number])
  }
  const replace = async (index: 0 | 1) => {
    // When it stops, 0.1.0 answers 503 to what a balancer still sends (docs/scaling.md).
    await setState(admin, index, 'maint')
    await pause(drainingMs)
    await restart(index)
    await setState(admin, index, 'ready')
    await pause(besideMs)
  }
  await replace(1)
  const [pages, calls] = running.map((server) => server.address) as [string, string]
  const opened = [await open(`page of ${release}, calls of this release`, { pages, calls })]
  for (let visit = 1; visit <= visitsBetween; visit += 1) opened.push(await open(`opened while both answer, ${visit}`))
  const walks = []
  for (const { walk } of opened) walks.push(await walk())
  await replace(0)
  walks.push(await former.walk())
  for (const index of [1, 0] as const) {
    await restart(index)
    await pause(besideMs)
  }

  await Promise.all([load.stop(), visits.stop()])
  const stored = await storedIds(databaseUrl)
  const lost = [...load.acknowledged].filter((id) => !stored.has(id)).length
  const failed = (sent: readonly { ok: boolean }[]) => sent.filter(({ ok }) => !ok).length
  return [
    { what: 'writes with a key', requests: load.writes.length, failed: failed(load.writes) + lost },
    { what: 'reads', requests: load.reads.length, failed: failed(load.reads) },
    { what: 'pages and calls of a person', requests: visits.sent.length, failed: failed(visits.sent) },
    ...walks.map(({ title, calls, faults }) => ({ what: title, requests: calls, failed: faults.length })),
  ]
}

/** Takes a server out of the balancer, or back in. */
async function setState(admin: string, index: number, state: 'maint' | 'ready'): Promise<void> {
  const socket = connect(admin)
  const lines = ['account', 'provider'].map((backend) => `set server ${backend}/server-${index} state ${state}`)
  socket.end(`${lines.join(';')}\n`)
  const answer = (await text(socket)).trim()
  if (answer !== '') throw new Error(`The balancer: ${answer}`)
}
