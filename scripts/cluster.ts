import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { isBuildCurrent } from './build-stamp.ts'
import { startLoadBalancer } from './load-balancer.ts'
import { runInherited } from './run-command.ts'

// `DATABASE_URL=… npm run cluster -- --servers 3`: several servers on one PostgreSQL behind one address (docs/scaling.md).
const { values } = parseArgs({ options: { servers: { type: 'string', default: '2' } } })
const count = Number(values.servers)
const servers: ChildProcess[] = []
const balancers: FastifyInstance[] = []
if (!process.env.DATABASE_URL)
  fail('DATABASE_URL: several servers need a PostgreSQL; the embedded database belongs to one.')
if (!Number.isInteger(count) || count < 1 || count > 20) fail('--servers: how many, 1 to 20.')
if (!(await isBuildCurrent()) && (await runInherited('scripts/build.ts')) !== 0) process.exit(1)

const port = Number(process.env.PORT ?? 3000)
const providerPort = Number(process.env.IDP_PORT ?? 3001)
const places = Array.from({ length: count }, (_, index) => ({
  port: port + 10 + index,
  idp: providerPort + 110 + index,
}))
for (const place of places) {
  const server = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      PORT: `${place.port}`,
      IDP_PORT: `${place.idp}`,
      PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}`,
      IDP_PUBLIC_URL: process.env.IDP_PUBLIC_URL ?? `http://localhost:${providerPort}`,
      TRUST_PROXY: process.env.TRUST_PROXY ?? '1',
    },
  })
  servers.push(server)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
for (const [index, server] of servers.entries()) await untilReady(server, places[index]?.port ?? 0)

balancers.push(
  await startLoadBalancer(
    port,
    places.map((place) => place.port),
  ),
  await startLoadBalancer(
    providerPort,
    places.map((place) => place.idp),
  ),
)
console.log(`\n  ${count} servers answer at http://localhost:${port}\n`)

async function untilReady(server: ChildProcess, at: number): Promise<void> {
  const isReady = () =>
    fetch(`http://localhost:${at}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (server.exitCode !== null || server.signalCode !== null)
      return fail('A server did not start; its reason stands above.')
    await pause(100)
  }
}

async function stop(): Promise<void> {
  for (const server of servers) server.kill('SIGTERM')
  await Promise.all(balancers.map((balancer) => balancer.close()))
}

function fail(sentence: string): never {
  console.error(sentence)
  for (const server of servers) server.kill('SIGTERM')
  process.exit(1)
}
