import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

export type Started = { printed: () => string; stop: () => Promise<void> }

/** A shell that keeps its directory and its variables from one command to the next, as a terminal does. */
export class Terminal {
  cwd: string
  env: Record<string, string>
  readonly #scratch: string

  constructor({ cwd, env, scratch }: { cwd: string; env: Record<string, string>; scratch: string }) {
    this.cwd = cwd
    this.env = env
    this.#scratch = scratch
  }

  /** Another terminal with the same directory and variables. */
  copy(): Terminal {
    return new Terminal({ cwd: this.cwd, env: { ...this.env }, scratch: this.#scratch })
  }

  /** Runs commands; the first that fails is an error with all output. Returns what they print to the standard output. */
  async run(commands: string): Promise<string> {
    const [directory, variables] = [join(this.#scratch, 'directory'), join(this.#scratch, 'variables')]
    const script = `${commands}\npwd >'${directory}'\nenv -0 >'${variables}'\n`
    const child = spawn('sh', ['-e', '-c', script], { cwd: this.cwd, env: this.env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    if (code !== 0) throw new Error(`exit code ${code} of\n${commands}\n${out}\n${err}`)
    this.cwd = readFileSync(directory, 'utf8').trim()
    const lines = readFileSync(variables, 'utf8').split('\0').filter(Boolean)
    this.env = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
    return out
  }

  /** Starts a command that goes on, with the processes that it starts. */
  start(command: string): Started {
    const child = spawn('sh', ['-c', `exec ${command}`], {
      cwd: this.cwd,
      env: this.env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = once(child, 'exit')
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part) => (printed += part))
    return {
      printed: () => printed,
      async stop() {
        if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
          process.kill(-child.pid, 'SIGTERM')
        await ended
      },
    }
  }
}
