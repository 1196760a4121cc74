import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { request } from 'playwright/test'

const maxStartMs = 30_000

export type ProviderProcess = { stop: () => Promise<void> }

/** Starts a program and resolves when `readyUrl` answers. */
export async function startProcess(
  [program, ...args]: readonly [string, ...string[]],
  { readyUrl, env = {} }: { readyUrl: string; env?: Record<string, string> },
): Promise<ProviderProcess> {
  const child = spawn(program, args, { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text))
  const ended = once(child, 'exit')
  const deadline = Date.now() + maxStartMs
  while (!(await answers(readyUrl))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGTERM')
      throw new Error(`${program} did not start:\n${printed.slice(0, 4000)}`)
    }
    await pause(100)
  }
  return {
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Environment of a process whose clock is ahead of this machine's. */
export function clockAhead(seconds: number): Record<string, string> {
  if (seconds === 0) return {}
  const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')
  if (library === undefined) throw new Error('libfaketime is not installed')
  return { LD_PRELOAD: library, FAKETIME: `+${seconds}`, DONT_FAKE_MONOTONIC: '1' }
}

/** Asks the provider, which has a certificate of an unknown authority. Cookies are kept. */
export function openRequests(baseURL: string) {
  return request.newContext({ baseURL, ignoreHTTPSErrors: true })
}

async function answers(url: string): Promise<boolean> {
  const requests = await openRequests(url)
  try {
    return (await requests.get(url)).ok()
  } catch {
    return false
  } finally {
    await requests.dispose()
  }
}
