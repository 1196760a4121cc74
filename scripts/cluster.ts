import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { writeServers } from './balancer.ts'
import { isBuildCurrent } from './build-stamp.ts'
import { runInherited } from './run-command.ts'

// `DATABASE_URL=… npm run cluster -- --servers 3`: several servers on one PostgreSQL behind HAProxy (docs/scaling.md).
const { values } = parseArgs({ options: { servers: { type: 'string', default: '2' } } })
const count = Number(values.servers)
const processes: ChildProcess[] = []
if (!process.env.DATABASE_URL)
  fail('DATABASE_URL: several servers need a PostgreSQL; the embedded database belongs to one.')
if (!Number.isInteger(count) || count < 1 || count > 20) fail('--servers: how many, 1 to 20.')
if (!(await isBuildCurrent()) && (await runInherited('scripts/build.ts')) !== 0) process.exit(1)

const port = Number(process.env.PORT ?? 3000)
const providerPort = Number(process.env.IDP_PORT ?? 3001)
const places = Array.from({ length: count }, (_, index) => ({
  port: port + 10 + index,
  idp: providerPort + 110 + index,
  metrics: process.env.METRICS_PORT && `${Number(process.env.METRICS_PORT) + index}`,
}))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
const servers = places.map((place) =>
  run(process.execPath, ['server/main.ts'], {
    HOST: '127.0.0.1',
    PORT: `${place.port}`,
    IDP_PORT: `${place.idp}`,
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}`,
    IDP_PUBLIC_URL: process.env.IDP_PUBLIC_URL ?? `http://localhost:${providerPort}`,
    TRUST_PROXY: process.env.TRUST_PROXY ?? '1',
    ...(place.metrics && { METRICS_PORT: place.metrics }),
  }),
)
for (const [index, server] of servers.entries()) await untilReady(server, places[index]?.port ?? 0)

const balancer = run('haproxy', ['-f', 'deploy/haproxy.cfg', '-f', writeServers(places).list], {
  PORT: `${port}`,
  IDP_PORT: `${providerPort}`,
})
balancer.on('error', () => fail('HAProxy is missing: apt install haproxy.'))
balancer.on('spawn', () => console.log(`\n  ${count} servers answer at http://localhost:${port}\n`))

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
  processes.push(child)
  return child
}

async function untilReady(server: ChildProcess, at: number): Promise<void> {
  const isReady = () =>
    fetch(`http://127.0.0.1:${at}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (server.exitCode !== null || server.signalCode !== null)
      return fail('A server did not start; its reason stands above.')
    await pause(100)
  }
}

function stop(): void {
  for (const child of processes) child.kill('SIGTERM')
}

function fail(sentence: string): never {
  console.error(sentence)
  stop()
  process.exit(1)
}
