import { repeat } from './load.ts'

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
export function startVisits(address: string, cookie: string) {
  return repeat({ clients: visitors, betweenMs: 50, afterFailureMs: 200 }, async (visitor, turn) => {
    const path = paths[(visitor + turn) % paths.length] ?? ''
    try {
      const answer = await fetch(`${address}${path}`, { headers: { cookie }, redirect: 'manual' })
      const body = await answer.text()
      if (answer.status !== 200) console.log(`${path} answered ${answer.status} ${body.slice(0, 500)}`)
      return answer.status === 200
    } catch (error) {
      console.log(`${path} failed: ${String((error as Error).cause ?? error)}`)
      return false
    }
  })
}
