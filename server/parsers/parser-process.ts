import { Worker } from 'node:worker_threads'
import type { FromParser, ParserJob } from './run-parser.ts'

// The process of a parser (`run-parser.ts`). It reads one file after another and never writes.

/** What the present file is read in, if it is read in parts. */
let parts: AsyncIterator<unknown> | null = null

/** Processor time in milliseconds at which the present file began, for the watchdog. */
const start = new Float64Array(new SharedArrayBuffer(8)).fill(Number.POSITIVE_INFINITY)
let watchdog: Promise<void> | undefined

process.on('message', (job: ParserJob) => void run(job))
// The server has ended.
process.on('disconnect', () => process.exit())

async function run({ limits, ...job }: ParserJob): Promise<void> {
  const { user, system } = process.cpuUsage()
  start[0] = (user + system) / 1000
  watchdog ??= new Promise((resolve) => {
    const thread = new Worker(new URL('./parser-watchdog.ts', import.meta.url), { workerData: { limits, start } })
    thread.once('online', resolve)
  })
  await watchdog
  try {
    const answer = 'next' in job ? await parts?.next() : await begin(job)
    start[0] = Number.POSITIVE_INFINITY
    send({ answer, isWorn: process.memoryUsage.rss() > (limits.megabytes * 2 ** 20) / 2 })
  } catch (error) {
    send({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

/** The answer of a parser, or the first part if it is a generator. */
async function begin({ module, name, input }: { module: string; name: string; input: unknown }): Promise<unknown> {
  void parts?.return?.()
  const found = await (await import(module))[name](input)
  parts = found?.[Symbol.asyncIterator]?.() ?? null
  return parts ? parts.next() : found
}

function send(message: FromParser): void {
  process.send?.(message)
}
