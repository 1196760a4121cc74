import { existsSync, readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { dayInZone } from '#server/time/calendar-days.ts'
import { monthKeyOf } from '#src/domain/periods.ts'
import { median } from './lines.ts'

export type Load = { perSecond: number; p99: number; cpu: number }
export type Asked = { address: string; pid: number }

export const login = 'family'
export const rounds = 3
const load = { connections: 50, duration: 2 }

/**
 * The requested URLs, alternating where there are several: only calls that read rows. Listed here, so that `--from` asks
 * another release for the same.
 */
export function workloads(): Record<string, string[]> {
  const today = dayInZone(new Date(), 'Europe/Moscow')
  const schedule = `/api/v1/parent/children/schedule/list?month_date=${monthKeyOf(today)}`
  return {
    profile: ['/api/v1/profile'],
    'contract list': ['/api/v1/profile/contract/list'],
    schedule: [schedule],
    'home page’s first calls': [
      '/api/v1/profile/children',
      schedule,
      '/api/v1/schedule/change/list',
      '/api/v1/learning/mark/newest',
      '/api/v1/schedule/group/waiting-list/list',
      '/api/v1/schedule/group/transfer/list',
      '/api/v1/schedule/ticket/list',
      '/api/v1/profile/contract/list',
      '/api/v1/profile/events',
    ],
  }
}

/** Load by `connections` at once after a warm-up. An error response fails the measurement. */
export async function loadOf(
  { address, pid }: Asked,
  paths: string[],
  headers: Record<string, string>,
  connections = load.connections,
): Promise<Load> {
  const asked = { url: address, headers, requests: paths.map((path) => ({ method: 'GET' as const, path })) }
  await autocannon({ ...asked, connections, duration: 0.5 })
  const before = microsecondsOf(pid)
  const { requests, latency, non2xx, errors } = await autocannon({ ...asked, connections, duration: load.duration })
  const used = microsecondsOf(pid) - before
  if (non2xx + errors > 0) throw new Error(`${address}${paths} did not answer every request with 200`)
  return { perSecond: Math.round(requests.average), p99: latency.p99, cpu: used / requests.total }
}

/** CPU time of a process, which is reliable also on a shared machine. */
export function microsecondsOf(pid: number): number {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return Number.NaN
  const [, user, system] = /\) (?:\S+ ){11}(\d+) (\d+)/.exec(readFileSync(path, 'utf8')) ?? []
  return (Number(user) + Number(system)) * 10_000
}

export function middleOf(loads: Load[]): Load {
  const middle = (of: keyof Load) => median(loads.map((each) => each[of]))
  return { perSecond: middle('perSecond'), p99: middle('p99'), cpu: middle('cpu') }
}

/** Asks at a constant rate, whether or not the last one has been answered. */
export async function askAtRate<Answer>(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  ask: (number: number) => Promise<Answer>,
): Promise<Answer[]> {
  const asked: Promise<Answer>[] = []
  const begun = performance.now()
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const timer = setInterval(() => {
    const passed = (performance.now() - begun) / 1000
    const due = Math.min(passed, seconds) * perSecond
    while (asked.length < due) asked.push(ask(asked.length))
    if (passed > seconds) resolve()
  }, 10)
  await over
  clearInterval(timer)
  return Promise.all(asked)
}
