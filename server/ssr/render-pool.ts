import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { Cell, DescribeList, ListFileRequest } from '#contract/people/list-files.ts'
import type { RenderedPage, RenderLinks, RenderPage, RenderRequest } from '#contract/render-page.ts'
import { RenderForecast } from './render-forecast.ts'

export type RenderPool = { render: RenderPage; describeList: DescribeList; close: () => Promise<void> }

/** Pages that a thread works at: while one waits for its data, another is rendered. */
const pagesPerThread = 4

type Task = { request: RenderRequest; hasData: boolean; port: MessagePort } | ListFileRequest

/**
 * Renders pages in worker threads (decision 054). A page that would be late is refused before its data are read. Null
 * without a build.
 */
export function createRenderPool(module: string): RenderPool | null {
  if (!existsSync(module)) return null
  const threads = Math.max(1, availableParallelism() - 1)
  const pool = new Piscina<Task, RenderedPage | Cell[][] | null>({
    filename: module,
    name: 'renderInWorker',
    minThreads: 1,
    maxThreads: threads,
    concurrentTasksPerWorker: pagesPerThread,
    idleTimeout: 60_000,
  })
  const forecast = new RenderForecast(threads)
  return {
    async render(request, links) {
      const begun = Date.now()
      if (!forecast.isInTime(request.deadline - begun)) return null
      const noteEnd = forecast.begin(begun)
      let page: RenderedPage | null = null
      const { port1, port2: port } = new MessageChannel()
      answerTo(port1, links)
      // Piscina takes the type from the port of browsers.
      const transferred = { transferList: [port] as never }
      try {
        page = (await pool.run({ request, hasData: links.read !== null, port }, transferred)) as RenderedPage | null
        return page
      } finally {
        noteEnd(Date.now(), page !== null)
        takeLateData(port1, links)
        port1.close()
      }
    },
    describeList: async (request) => (await pool.run(request, { name: 'describeInWorker' })) as Cell[][],
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

/**
 * Answers go in one message once none is awaited any more: the page is rendered with all of them, and waking the other
 * thread costs as much as a small call.
 */
function answerTo(port: MessagePort, { read, onLoaded }: RenderLinks): void {
  let awaited = 0
  let answers: Answers = []
  port.on('message', (message: Message) => {
    if (message.data !== undefined) return onLoaded(message.data)
    awaited += message.calls.length
    for (const { id, url } of message.calls) {
      void read?.(url)
        .catch(() => null)
        .then((answer) => {
          answers.push({ id, answer })
          awaited -= 1
          if (awaited > 0) return
          port.postMessage(answers)
          answers = []
        })
    }
  })
}
