import { Worker } from 'node:worker_threads'
import type { FromParser, ParserJob, ToParser } from './run-parser.ts'

// The process of a parser (`run-parser.ts`). It reads one file after another and never writes.

/** Processor time in milliseconds at which the present step began, for the watchdog. */
const stepStart = new Float64Array(new SharedArrayBuffer(8)).fill(Number.POSITIVE_INFINITY)
let watchdog: Promise<void> | undefined

const waiting: ToParser[] = []
let wake = () => {}
process.on('message', (message: ToParser) => {
  waiting.push(message)
  wake()
})
// The server has ended.
process.on('disconnect', () => process.exit())

for (;;) {
  const request = await nextRequest()
  if ('job' in request) await run(request.job)
}

async function run({ module, name, input, limits }: ParserJob): Promise<void> {
  beginStep()
  watchdog ??= new Promise((resolve) => {
    const thread = new Worker(new URL('./parser-watchdog.ts', import.meta.url), { workerData: { limits, stepStart } })
    thread.once('online', resolve)
  })
  await watchdog
  try {
    const parse = (await import(module))[name]
    const answer = await parse(input)
    if (Symbol.asyncIterator in Object(answer)) {
      for await (const item of answer) {
        send({ item })
        await nextRequest()
        beginStep()
      }
    } else {
      send({ item: answer })
    }
    stepStart[0] = Number.POSITIVE_INFINITY
    send({ isOver: true, isWorn: process.memoryUsage.rss() > (limits.megabytes * 2 ** 20) / 2 })
  } catch (error) {
    send({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

function beginStep(): void {
  const { user, system } = process.cpuUsage()
  stepStart[0] = (user + system) / 1000
}

async function nextRequest(): Promise<ToParser> {
  for (;;) {
    const next = waiting.shift()
    if (next) return next
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    await promise
  }
}

function send(message: FromParser): void {
  process.send?.(message)
}
