import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { loaderEnv } from '#tests/support/server/server-process.ts'
import type { startDatabaseMachines } from './database-machines.ts'

type Machines = Awaited<ReturnType<typeof startDatabaseMachines>>

const port = 3900
export const address = `http://localhost:${port}`
export const providerAddress = `http://localhost:${port + 1}`

/** Two servers and the balancer in front of them, as `npm run cluster` starts them. */
export async function startServers({ databaseUrl, readUrl, directory }: Machines) {
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
    },
    stdio: ['ignore', log, log],
  })
  const isReady = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`The servers did not start; ${directory}/servers.log`)
    await pause(500)
  }
  return child
}
