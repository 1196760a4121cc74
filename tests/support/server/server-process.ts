import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

export type ServerProcess = {
  address: string
  providerAddress: string
  dataDir: string
  pid: () => number
  /** All output so far. */
  printed: () => string
  stop: () => Promise<void>
  /**
   * Stops it by SIGTERM and starts it on the same ports and data, with these variables changed. The database is closed in
   * between.
   */
  restart: (changes?: Record<string, string>, between?: () => Promise<void>) => Promise<void>
}

type Wishes = {
  env?: Record<string, string>
  /** A data directory to copy at the start. */
  dataFrom?: string | undefined
  /** The data directory to use; it is not deleted with the server. */
  dataDir?: string
  /** The checkout whose server is started; this one by default. */
  from?: string | undefined
  /** The ports of the application and of the embedded provider; free ones by default. */
  ports?: [number, number]
  /** Options for Node. */
  arguments?: readonly string[]
}

/** Environment of started processes: they load the server like `npm start`, which keeps the compiled code. */
export const loaderEnv = {
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'),
  NODE_OPTIONS: `--import=${pathToFileURL('server/db/resolve-drizzle.ts')}`,
}

/** Runs a command of the server with only these variables, in English, and returns its exit code and output. */
export async function runCommand(script: string, args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH ?? '', LANG: 'en_US.UTF-8', ...loaderEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  // A slow machine prints progress lines in between.
  return { code, out, err: err.replaceAll(/^ *\d+ s {2}.*\n/gm, '') }
}

/** Starts the built app like `npm start`, with its own ports and data directory. Resolves when it answers `/readyz`. */
export async function startServer({ env = {}, dataFrom, ...wishes }: Wishes = {}): Promise<ServerProcess> {
  const dataDir = wishes.dataDir ?? mkdtempSync(join(tmpdir(), 'personal-account-'))
  if (dataFrom) cpSync(dataFrom, dataDir, { recursive: true })
  const [port, providerPort] = wishes.ports ?? (await freePorts())
  const address = `http://localhost:${port}`
  const settings = {
    PORT: `${port}`,
    IDP_PORT: `${providerPort}`,
    DATA_DIR: dataDir,
    LANG: 'ru_RU.UTF-8',
    LOG_LEVEL: 'warn',
    CHECK_ANSWERS: 'on',
    // The render time on a test machine is not representative.
    RENDER_TIMEOUT_MS: '10000',
  }
  let printed = ''
  let pid = 0
  let stopProcess = await start()

  async function start(): Promise<() => Promise<void>> {
    const child = spawn(process.execPath, [...(wishes.arguments ?? []), 'server/main.ts'], {
      cwd: wishes.from,
      env: { ...process.env, ...loaderEnv, ...settings, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    pid = child.pid ?? 0
    const ended = once(child, 'exit')
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text))
    while (!(await answers(`${address}/readyz`))) {
      if (child.exitCode !== null) {
        forgetData()
        throw new Error(`The server did not start:\n${printed}`)
      }
      await pause(50)
    }
    return async () => {
      child.kill('SIGTERM')
      await ended
    }
  }

  function forgetData(): void {
    if (wishes.dataDir === undefined) rmSync(dataDir, { recursive: true })
  }

  return {
    address,
    providerAddress: `http://localhost:${providerPort}`,
    dataDir,
    pid: () => pid,
    printed: () => printed,
    stop: async () => {
      await stopProcess()
      forgetData()
    },
    restart: async (changes, between) => {
      await stopProcess()
      await between?.()
      Object.assign(settings, changes)
      stopProcess = await start()
    },
  }
}

/** A new data directory with the demo school, for `dataFrom` of several servers: a copy is much faster than seeding. */
export async function seedDataDirectory(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'personal-account-seeded-'))
  const server = await startServer({ dataDir: directory })
  await server.stop()
  return directory
}

export async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

/** Two free ports; both are held until both are known. */
export async function freePorts(): Promise<[number, number]> {
  const [one, other] = [createServer(), createServer()]
  await Promise.all([one, other].map((server) => once(server.listen(0, 'localhost'), 'listening')))
  const ports = [one, other].map((server) => (server.address() as { port: number }).port) as [number, number]
  await Promise.all([one, other].map((server) => once(server.close(), 'close')))
  return ports
}
