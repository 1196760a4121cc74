import { workerData } from 'node:worker_threads'
import type { ParserLimits } from './parser-limits.ts'

// Ends the process of a parser that uses more than its limits. The parser blocks the main thread, and limits of V8 do not
// cover the memory of buffers and of native code.

const { limits, start } = workerData as { limits: ParserLimits; start: Float64Array }
const interval = 10
const sleeper = new Int32Array(new SharedArrayBuffer(4))

for (;;) {
  const { user, system } = process.cpuUsage()
  const isSlow = (user + system) / 1000 - (start[0] ?? 0) > limits.cpuSeconds * 1000
  const isLarge = process.memoryUsage.rss() > limits.megabytes * 2 ** 20
  if (isSlow || isLarge) process.kill(process.pid, 'SIGKILL')
  Atomics.wait(sleeper, 0, 0, interval)
}
