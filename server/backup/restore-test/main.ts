import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { exitWithError } from '#server/cli/command-line.ts'
import { readEnv } from '#server/environment/env.ts'
import { StartupError } from '#server/terminal/startup-error.ts'
import { sameInAll, terminalLocale } from '#server/terminal/terminal-language.ts'
import { metricsText, requireSameFigures } from './figures.ts'
import { type LastBackup, readLastBackup, startRestored } from './restored-cluster.ts'
import { signInAt } from './sign-in.ts'

// `npm run restore:test -- [--metrics FILE]`: docs/backup.md. Restores the last backup of pgBackRest to a directory
// that is thrown away, counts rows, and signs in to a server on it.
const began = Date.now()
let backup: LastBackup | null = null
// What is restored holds personal data of all users.
process.umask(0o077)
const directory = mkdtempSync(join(tmpdir(), 'restore-test-'))
try {
  backup = await readLastBackup()
  const rows = await test(backup)
  const done = {
    ru: `Копия ${backup.label} восстановлена: ${rows}.`,
    en: `The backup ${backup.label} is restored: ${rows}.`,
  }
  process.stdout.write(`${done[terminalLocale()]}\n`)
} catch (error) {
  exitWithError(error)
} finally {
  rmSync(directory, { recursive: true, force: true })
}
writeMetrics()

/** Returns the numbers of rows as a text. */
async function test(tested: LastBackup): Promise<string> {
  const cluster = await startRestored(tested, directory)
  try {
    const restored = await cluster.count()
    requireSameFigures(tested.figures, restored)
    await trySchool(cluster.url)
    return Object.entries(restored)
      .map(([table, count]) => `${table} ${count}`)
      .join(', ')
  } finally {
    await cluster.stop()
  }
}

/** Starts the server as a trial, which sends nothing, and signs in. */
async function trySchool(url: string): Promise<void> {
  const { RESTORE_TEST_LOGIN: login, RESTORE_TEST_PASSWORD: password = '' } = process.env
  const env = { ...process.env, DATABASE_URL: url, DELIVERY: 'off' }
  const log = join(directory, 'server.log')
  const output = openSync(log, 'a')
  const server = spawn(process.execPath, ['scripts/run.mjs', 'scripts/start.ts'], {
    env,
    stdio: ['ignore', output, output],
  })
  const address = readEnv(env).PUBLIC_URL
  try {
    await untilReady(server, address, log)
    if (login) await signInAt(address, { login, password })
  } finally {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
  }
}

async function untilReady(server: ChildProcess, address: string, log: string): Promise<void> {
  // Another program may have the port: it is no trial.
  const isReady = () =>
    fetch(`${address}/readyz`)
      .then((answer) => answer.json())
      .then(
        (body) => (body as { status: string; delivery?: string }).delivery === 'off',
        () => false,
      )
  while (server.exitCode === null) {
    if (await isReady()) return
    await pause(500)
  }
  throw new StartupError(sameInAll(readFileSync(log, 'utf8').trim()))
}

function writeMetrics(): void {
  const { values } = parseArgs({ options: { metrics: { type: 'string' } } })
  if (!values.metrics) return
  const endedAt = Date.now() / 1000
  const text = metricsText({
    isGood: process.exitCode === undefined,
    endedAt,
    duration: endedAt - began / 1000,
    backupAt: backup?.endedAt ?? null,
  })
  const unfinished = `${values.metrics}.unfinished`
  // The collector of node_exporter is another user.
  writeFileSync(unfinished, text, { mode: 0o644 })
  renameSync(unfinished, values.metrics)
}
