import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { balancerPath } from '#scripts/system-dependencies.ts'
import { freePorts } from '#tests/support/server/server-process.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

type Received = { method: string | undefined; url: string | undefined; body: string; key: unknown; host: unknown }

/** A server that keeps what it received, and answers with its name unless configured otherwise. It is always ready. */
async function startServer(
  name: string,
  answer = (_: IncomingMessage, response: ServerResponse) => void response.end(name),
) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    if (url === '/readyz') return void response.end()
    const body = await text(request)
    received.push({ method, url, body, key: headers['idempotency-key'], host: headers['x-forwarded-host'] })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => stop({ server }))
  return { server, received, port: (server.address() as AddressInfo).port }
}

async function stop({ server }: { server: Server }): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

/** HAProxy with the configuration of deploy/ before these servers. */
async function start(...ports: number[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-'))
  const list = join(folder, 'servers.cfg')
  const servers = ports.map((port, index) => `  server server-${index} 127.0.0.1:${port}`).join('\n')
  writeFileSync(list, `backend account\n  option httpchk GET /readyz\n${servers}\nbackend provider\n${servers}\n`)
  const [port, providerPort] = await freePorts()
  const env = { PORT: `${port}`, IDP_PORT: `${providerPort}` }
  const balancer = spawn(balancerPath, ['-f', 'deploy/haproxy.cfg', '-f', list], { env, stdio: 'ignore' })
  closing.push(async () => {
    const ended = once(balancer, 'exit')
    balancer.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true })
  })
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(() => fetch(`${url}/readyz`), { timeout: 10_000, interval: 50 })
  return url
}

const write = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })

const indexes = Array.from({ length: 8 }, (_, index) => index)

describe.skipIf(!existsSync(balancerPath))('The balancer', () => {
  test('sends every write to the other server when one stops, with its body and its idempotency key', async () => {
    const [first, second] = [await startServer('first'), await startServer('second')]
    const url = await start(first.port, second.port)
    await stop(first)
    const answers = await Promise.all(
      indexes.map(async (index) => {
        const answer = await write(`${url}/v1/buy?x=${index}`, '{"a":1}', { 'idempotency-key': `key-${index}` })
        return [answer.status, await answer.text()]
      }),
    )
    expect(answers).toEqual(indexes.map(() => [200, 'second']))
    const last = second.received.find(({ key }) => key === 'key-7')
    const host = new URL(url).host
    expect(last).toEqual({ method: 'POST', url: '/v1/buy?x=7', body: '{"a":1}', key: 'key-7', host })
  })

  test('repeats a read and a write with an idempotency key that a server broke off', async () => {
    const broken = await startServer('broken', (request) => void request.socket.destroy())
    const healthy = await startServer('healthy')
    const url = await start(broken.port, healthy.port)
    for (const index of indexes)
      expect(await (await write(url, `${index}`, { 'idempotency-key': 'once' })).text()).toBe('healthy')
    for (const _ of indexes) expect(await (await fetch(url)).text()).toBe('healthy')
    expect(new Set(broken.received.map(({ method }) => method))).toEqual(new Set(['GET', 'POST']))
  })

  test('does not repeat a write without a key, because it may have had its effect', async () => {
    const broken = await startServer('broken', (request) => void request.socket.destroy())
    const healthy = await startServer('healthy')
    const url = await start(broken.port, healthy.port)
    const answers: boolean[] = []
    for (const index of indexes)
      answers.push(
        await write(url, `${index}`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
    const refused = indexes.filter((index) => !answers[index])
    expect(refused.length).toBeGreaterThan(0)
    expect(broken.received.map(({ body }) => Number(body))).toEqual(refused)
    expect(healthy.received.map(({ body }) => Number(body))).toEqual(
      indexes.filter((index) => !refused.includes(index)),
    )
  })

  test('passes a stream on piece by piece, while it is still open', async () => {
    const streaming = await startServer('streaming', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: opened\n\n')
    })
    const answer = await fetch(await start(streaming.port))
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect(await reader?.read()).toEqual({ done: false, value: 'event: opened\n\n' })
    await stop(streaming)
    await expect(reader?.read()).rejects.toThrow('terminated')
  })
})
