import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json, text } from 'node:stream/consumers'
import type { Browser } from 'playwright'
import type { Plugin, ViteDevServer } from 'vite'
import type { RunnerConfig } from '#tests/model-runner/config.ts'
import { chromiumArguments, chromiumPath } from '#tests/support/browser/chromium.ts'
import type * as Driving from './driven-path.ts'
import type { Answer, Asking } from './live-data.ts'

const page = 'tests/model-runner/live/qa.html'
const recorder = '/tests/model-runner/live/recorder.ts'

/**
 * Adds `/qa` to the development server only: plays paths of the machines in the app under development.
 * Its pages record what their machines do. `configModule` exports `config`.
 */
export function livePaths(configModule: string): Plugin {
  const configureServer = (vite: ViteDevServer) => void vite.middlewares.use('/qa', answering(vite, configModule))
  const transformIndexHtml = () => [{ tag: 'script', attrs: { type: 'module', src: recorder } }]
  return { name: 'qa', apply: 'serve', configureServer, transformIndexHtml }
}

type Session = { id: number; driven: Driving.DrivenPath }
class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

function answering(vite: ViteDevServer, configModule: string) {
  let browser: Promise<Browser> | undefined
  let current: Session | undefined
  let opened = 0
  vite.httpServer?.once('close', async () => (await browser)?.close())
  // Loaded through Vite, so that a changed machine is played without a restart.
  const driving = () => vite.ssrLoadModule('/tests/model-runner/live/driven-path.ts') as Promise<typeof Driving>
  const loadConfig = async () => ((await vite.ssrLoadModule(configModule)) as { config: RunnerConfig }).config

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      if (pathname === '/machines') return say(response, await (await driving()).machineTitles(await loadConfig()))
      if (pathname === '/machine')
        return say(response, await found((await driving()).machineOf(await loadConfig(), searchParams.get('id') ?? '')))
      if (pathname === '/trace')
        return say(response, await (await driving()).tracesOf(await loadConfig(), await text(request)))
      if (request.method === 'POST') return say(response, await answer(await asked(request)))
      const html = await vite.transformIndexHtml('/qa', await readFile(page, 'utf8'))
      response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
    } catch (error) {
      response.statusCode = error instanceof Refusal ? error.status : 500
      say(response, { message: error instanceof Error ? error.message : String(error) })
    }
  }

  async function answer(asking: Asking): Promise<Answer> {
    const { id, driven } = asking.do === 'open' ? await open(asking) : taken(asking.session)
    if (asking.do === 'step') return { session: id, frame: await driven.step() }
    if (asking.do === 'back') return { session: id, frame: await driven.back() }
    if (asking.do === 'hand') return { session: id, frame: await driven.hand(asking.hand) }
    return { session: id, frame: await driven.frame() }
  }

  function launched(): Promise<Browser> {
    // Started on demand: development without `/qa` costs nothing.
    browser ??= import('playwright').then(({ chromium }) =>
      chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments }),
    )
    return browser
  }

  async function open(selection: { machine: string; path: string }): Promise<Session> {
    opened += 1
    const id = opened
    await current?.driven.close()
    current = undefined
    const driven = await found((await driving()).drive(await loadConfig(), launched, originOf(vite), selection))
    current = { id, driven }
    return current
  }

  function taken(id: number): Session {
    if (current?.id !== id) throw new Refusal(409, 'The path is open in another window')
    return current
  }
}

async function found<Value>(value: Value | Promise<Value | undefined> | undefined): Promise<Value> {
  const known = await value
  if (known === undefined) throw new Refusal(404, 'There is no such machine or path')
  return known
}

/** Only a same-origin page can send JSON without a CORS preflight. */
async function asked(request: IncomingMessage): Promise<Asking> {
  if (request.headers['content-type'] !== 'application/json') throw new Refusal(415, 'JSON')
  return (await json(request)) as Asking
}

function originOf({ resolvedUrls }: ViteDevServer): string {
  return new URL(resolvedUrls?.local[0] ?? 'http://localhost:3000').origin
}

function say(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
}
