import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

// Parsers that use what the limits of their process do not allow.

export function takeTime(): never {
  for (;;) Math.sqrt(2)
}

/** Memory outside of the heap of V8. */
export function takeBuffers(): never {
  for (const held: Buffer[] = []; ; ) held.push(Buffer.alloc(2 ** 24, 1))
}

export function die(): never {
  process.kill(process.pid, 'SIGSEGV')
  for (;;) Math.sqrt(2)
}

export function readEnvironment(): string[] {
  return Object.keys(process.env).filter((name) => name !== 'NODE_COMPILE_CACHE')
}

export async function connect(address: string): Promise<string> {
  return fetch(address).then(
    () => 'connected',
    () => 'refused',
  )
}

/** Waits without processor time. */
export async function waitForFile(path: string): Promise<void> {
  while (!existsSync(path)) await setTimeout(20)
}

export function processId(): number {
  return process.pid
}
