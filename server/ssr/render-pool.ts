import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { RenderedPage, RenderLinks, RenderPage, RenderRequest } from '#contract/render-page.ts'

export type RenderPool = { render: RenderPage; close: () => Promise<void> }

/** With a longer queue per thread the shell is sent at once. */
const queuedPerThread = 8

/** Pages that a thread works at: while one waits for its data, another is rendered. */
const pagesPerThread = 4

type Task = { request: RenderRequest; hasData: boolean; port: MessagePort }

/** Renders pages in worker threads (decision 054). Null without a build. */
export function createRenderPool(module: string): RenderPool | null {
  if (!existsSync(module)) return null
  const threads = Math.max(1, availableParallelism() - 1)
  const pool = new Piscina<Task, RenderedPage | null>({
    filename: module,
    name: 'renderInWorker',
    minThreads: 1,
    maxThreads: threads,
    maxQueue: threads * queuedPerThread,
    concurrentTasksPerWorker: pagesPerThread,
    idleTimeout: 60_000,
  })
  return {
    async render(request, links) {
      if (pool.queueSize >= pool.options.maxQueue) return null
      const { port1, port2: port } = new MessageChannel()
      answerTo(port1, links)
      // Piscina takes the type from the port of browsers.
      const transferred = { transferList: [port] as never }
      try {
        return await pool.run({ request, hasData: links.read !== null, port }, transferred)
      } finally {
        takeLateData(port1, links)
        port1.close()
      }
    },
    close: () => pool.destroy(),
  }
}

/** The result of a rendering comes another way and overtakes its data. It needs no answers to calls that are left. */
function takeLateData(port: MessagePort, { onLoaded }: RenderLinks): void {
  for (let late = receiveMessageOnPort(port); late !== undefined; late = receiveMessageOnPort(port)) {
    const { data }: Message = late.message
    if (data !== undefined) onLoaded(data)
  }
}

type Message = { calls: { id: number; url: string }[]; data?: undefined } | { data: string }
type Answers = { id: number; answer: string | null }[]

/** Answers that are there at the same time go in one message: waking the other thread costs as much as a small call. */
function answerTo(port: MessagePort, { read, onLoaded }: RenderLinks): void {
  let answers: Answers = []
  const send = () => {
    port.postMessage(answers)
    answers = []
  }
  port.on('message', (message: Message) => {
    if (message.data !== undefined) return onLoaded(message.data)
    for (const { id, url } of message.calls) {
      void read?.(url)
        .catch(() => null)
        .then((answer) => {
          if (answers.length === 0) setImmediate(send)
          answers.push({ id, answer })
        })
    }
  })
}
