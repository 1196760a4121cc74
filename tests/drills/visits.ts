import { setTimeout as pause } from 'node:timers/promises'
import type { Sent } from './load.ts'

const visitors = 3
const paths = [
  '/home-page',
  '/schedule',
  '/contracts-and-payments',
  '/api/v1/profile',
  '/api/v1/profile/contract/list',
  '/api/v1/profile/events',
]

/** Opens pages and makes calls of a signed-in person, again and again, on connections that stay open. */
export function startVisits(address: string, { name, value }: { name: string; value: string }) {
  const stopping = new AbortController()
  const sent: Sent[] = []

  async function visit(visitor: number): Promise<void> {
    for (let turn = visitor; !stopping.signal.aborted; turn += 1) {
      const path = paths[turn % paths.length] ?? ''
      const began = Date.now()
      const ok = await fetch(`${address}${path}`, { headers: { cookie: `${name}=${value}` }, redirect: 'manual' })
        .then(async (answer) => {
          await answer.text()
          if (answer.status !== 200) console.log(`${path} answered ${answer.status}`)
          return answer.status === 200
        })
        .catch((error: Error) => {
          console.log(`${path} failed: ${String(error.cause ?? error)}`)
          return false
        })
      sent.push({ began, ended: Date.now(), ok })
      await pause(ok ? 50 : 200)
    }
  }

  const running = Array.from({ length: visitors }, (_, visitor) => visit(visitor))
  return {
    sent,
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
