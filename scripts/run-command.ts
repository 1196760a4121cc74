import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { resolve } from 'node:path'

export type CommandResult = { code: number; output: string }

/** Path of the script of a package's command, to run it with this Node on every platform. */
export function resolveBin(packageName: string, command = packageName): string {
  const folder = resolve('node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { bin: string | Record<string, string> }
  const file = typeof bin === 'string' ? bin : bin[command]
  if (file === undefined) throw new Error(`${packageName} has no command ${command}`)
  return resolve(folder, file)
}

/** Runs a script with this Node and captures its output; resolves for every exit code. */
export function runCaptured(
  script: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (code, signal) => done({ code: exitCode(code, signal), output }))
  })
}

/** Runs a script with this Node and inherits the terminal. */
export function runInherited(
  script: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<number> {
  const child = spawn(process.execPath, [script, ...args], { env: { ...process.env, ...env }, stdio: 'inherit' })
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('exit', (code, signal) => done(exitCode(code, signal)))
  })
}

function exitCode(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + constants.signals[signal ?? 'SIGTERM']
}
