/** What a step costs, or a second of a server at rest: CPU in seconds, the log of PostgreSQL in bytes. */
export const resources = [
  'main thread',
  'other threads',
  'primary',
  'replica',
  'replay',
  'statements',
  'log',
  'notifications',
  'bytes',
] as const
export type Resource = (typeof resources)[number]
export type Costs = Record<Resource, number>

/** How often something was done, by its name. */
export type Counts = Record<string, number>

export type Measured = {
  /** By what is done once. */
  units: Record<string, Costs>
  /** Of a second of one server at rest, its databases included. */
  idle: Costs
  /** Of a notification of PostgreSQL that a server hears and that concerns none of its pages. */
  heard: { server: number; primary: number }
  /** Log, and CPU of replaying it, when each page is changed for the first time since a checkpoint: relative to later. */
  firstTouch: { log: number; replay: number }
  memory: { server: number; stream: number; connection: number }
  connectionsPerServer: number
  /** Seconds by which the replica is behind at rest. */
  lag: number
}

export type Assumed = {
  people: number
  /** The share of them that comes in the hour. */
  share: number
  /** The busiest minutes relative to the mean of the hour. */
  peak: number
  /** Seconds that a page stays open. */
  stay: number
  /** The share of its cores that a machine may be busy with. */
  busy: number
  /** Cores of the largest machine for a database. */
  databaseCores: number
  prices: { core: number; gigabyte: number; terabyte: number }
}

/** What happens, and all that it costs in some seconds with some servers. */
export function costOf(counts: Counts, seconds: number, servers: number, { units, idle }: Measured): Costs {
  return costs((resource) => {
    const visits = Object.entries(counts).reduce(
      (sum, [name, count]) => sum + count * (units[name]?.[resource] ?? 0),
      0,
    )
    return visits + idle[resource] * seconds * servers
  })
}

export function costs(of: (resource: Resource) => number): Costs {
  return Object.fromEntries(resources.map((resource) => [resource, of(resource)])) as Costs
}

export function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / Math.max(figures.length, 1)
}

/** Seconds behind: one process replays the log, so its queue grows without end as it becomes busy all the time. */
export function lagOf(busyReplaying: number, atRest: number): number {
  return busyReplaying < 1 ? atRest / (1 - busyReplaying) : Number.POSITIVE_INFINITY
}

/** The machines for the busiest minutes of the hour; `perVisit` is how often each unit is in a visit. */
export function sizeOf(perVisit: Counts, measured: Measured, assumed: Assumed) {
  const { people, share, peak, stay, busy, databaseCores, prices } = assumed
  const visits = people * share
  const perSecond = (visits / 3600) * peak
  const visit = costOf(perVisit, 0, 0, measured)
  const notified = perSecond * visit.notifications
  // Every server hears every notification, also of people that it has no page of.
  const heard = notified * measured.heard.server
  const free = (thread: 'main thread' | 'other threads', own: number) => busy - measured.idle[thread] - own
  const needed = (thread: 'main thread' | 'other threads', own: number) => {
    const left = free(thread, own)
    return left > 0 ? (perSecond * visit[thread]) / left : Number.POSITIVE_INFINITY
  }
  const servers = Math.ceil(Math.max(needed('main thread', heard), needed('other threads', 0)))
  const primaryCores =
    (perSecond * visit.primary + servers * (measured.idle.primary + notified * measured.heard.primary)) / busy
  const replaying = perSecond * visit.replay * measured.firstTouch.replay
  const readingCores = (perSecond * visit.replica + servers * measured.idle.replica) / busy
  // Each replica also replays the whole log.
  const replicas = Math.max(1, Math.ceil(readingCores / (databaseCores - replaying)))
  const streams = perSecond * stay
  const serverMemory = servers * measured.memory.server + streams * measured.memory.stream
  const connections = servers * measured.connectionsPerServer
  const log = perSecond * visit.log * measured.firstTouch.log
  const databases = 1 + replicas
  const cores = servers * 2 + primaryCores + readingCores + replicas * replaying
  const memory = serverMemory + databases * connections * measured.memory.connection
  const traffic = visits * visit.bytes
  return {
    'visits in the hour': visits,
    'visits a second at the peak': perSecond,
    'servers, two cores each': servers,
    'cores of the primary': primaryCores,
    'cores of replicas for reads': readingCores,
    replicas,
    'statements a second': perSecond * visit.statements,
    'connections to each PostgreSQL': connections,
    'open streams': streams,
    'memory of the servers, GB': serverMemory / 1e9,
    'memory of connections in each PostgreSQL, GB': (connections * measured.memory.connection) / 1e9,
    'network to people, Gbit/s': (perSecond * visit.bytes * 8) / 1e9,
    'network to people in the hour, TB': traffic / 1e12,
    'log, MB/s': log / 1e6,
    'busy replaying, share of a core': replaying,
    'lag of a replica, s': lagOf(replaying, measured.lag),
    'a month of these machines': cores * prices.core + (memory / 1e9) * prices.gigabyte,
    'traffic of the hour': (traffic / 1e12) * prices.terabyte,
  }
}
