import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { answers, loaderEnv } from '#tests/support/server/server-process.ts'

const ownPort = 3900
export const address = `http://localhost:${ownPort}`
export const providerAddress = `http://localhost:${ownPort + 1}`

type Wanted = {
  databaseUrl: string
  readUrl?: string
  /** For the log of the servers. */
  directory: string
  /** Of the balancer; the embedded provider has the next one. */
  port?: number
  /** Further variables. */
  variables?: Record<string, string>
}

/** Two servers and the balancer in front of them, as `npm run cluster` starts them. */
export async function startServers(wanted: Wanted): Promise<ChildProcess> {
  const { databaseUrl, readUrl, directory, port = ownPort, variables } = wanted
  const log = openSync(join(directory, 'servers.log'), 'a')
  const child = spawn(process.execPath, ['scripts/cluster.ts', '--servers', '2'], {
    env: {
      ...process.env,
      ...loaderEnv,
      DATABASE_URL: databaseUrl,
      DATABASE_READ_URL: readUrl,
      PORT: `${port}`,
      IDP_PORT: `${port + 1}`,
      LOG_LEVEL: 'warn',
      ...variables,
    },
    stdio: ['ignore', log, log],
  })
  while (!(await answers(`http://localhost:${port}/readyz`))) {
    if (child.exitCode !== null) throw new Error(`The servers did not start; ${directory}/servers.log`)
    await pause(500)
  }
  return child
}

export async function stopServers(servers: ChildProcess): Promise<void> {
  if (servers.exitCode !== null) return
  const ended = once(servers, 'exit')
  servers.kill('SIGTERM')
  await ended
}
