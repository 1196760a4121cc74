import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { createCookieJar } from '#tests/support/server/cookie-jar.ts'
import type { Recorded, Recording, Source, Step } from './recording.ts'

/** What visitors received and what went wrong, of all of them together. */
export type Traffic = { bytes: number; answers: number; failed: string[] }

export type Visitor = ReturnType<typeof createVisitor>

/** Repeats a recorded visit for another person: the ids in the requests are taken from the person's own answers. */
export function createVisitor(address: string, recording: Recording, traffic: Traffic) {
  const cookies = createCookieJar()
  // A browser opens six connections to a server.
  const agent = new Agent({ keepAlive: true, maxSockets: 6 })
  const streams = new Agent({ keepAlive: true })
  const answers = new Map<number, Promise<unknown>>()
  const counted = new WeakMap<Socket, number>()

  async function send(recorded: Recorded): Promise<unknown> {
    const { kind, path, method, headers, body, sources } = recorded
    const texts = await Promise.all(sources.map(async (source) => [source.text, await own(source)] as const))
    // The person has fewer children or books than the recorded one.
    if (texts.some(([, text]) => text === null)) return null
    const filled = (text: string) => texts.reduce((whole, [from, to]) => whole.replaceAll(from, String(to)), text)
    const sent = request(address + filled(path), {
      agent: kind === 'stream' ? streams : agent,
      method,
      headers: {
        ...headers,
        ...(method !== 'GET' && headersOfPage(address)),
        cookie: cookies.header(path),
        'accept-encoding': 'br',
        ...(headers['idempotency-key'] && { 'idempotency-key': randomUUID() }),
      },
    })
    sent.end(body === null ? undefined : filled(body))
    const answered = (await once(sent, 'response').catch((error) => error)) as [IncomingMessage] | Error
    if (answered instanceof Error) {
      // The server has closed a connection that was kept: browsers send the request again.
      if (sent.reusedSocket) return send(recorded)
      throw answered
    }
    const [response] = answered
    sent.on('error', () => undefined)
    traffic.answers += 1
    cookies.keep(response.headers['set-cookie'] ?? [])
    const { location } = response.headers
    if (location !== undefined) {
      response.resume()
      return ask('document', location)
    }
    if ((response.statusCode ?? 500) >= 400) traffic.failed.push(`${response.statusCode} ${method} ${filled(path)}`)
    if (kind === 'stream') return response.on('error', () => undefined).resume()
    const { socket } = response
    const content = await buffer(response)
    count(socket)
    if (kind !== 'call' || response.statusCode !== 200) return null
    const isJson = response.headers['content-type']?.includes('json')
    return isJson ? JSON.parse(String(plain(content, response))) : null
  }

  async function own({ answer, pointer, text }: Source): Promise<string | null> {
    let value = await answers.get(answer)
    for (const key of pointer) value = (value as Record<string, unknown> | null | undefined)?.[key]
    if (typeof value !== 'string') return null
    return value.slice(-text.length)
  }

  function count(socket: Socket): void {
    traffic.bytes += socket.bytesRead - (counted.get(socket) ?? 0)
    counted.set(socket, socket.bytesRead)
  }

  const ask = (kind: Recorded['kind'], path: string, body: string | null = null) =>
    send({ kind, path, body, method: body === null ? 'GET' : 'POST', headers: headersOfPage(address), sources: [] })

  return {
    cookies,
    /** Signs in at the provider; `authorize` opens its address and returns ours, to which it leads. */
    async signIn(authorize: (location: string) => Promise<string>): Promise<void> {
      await ask('document', '/')
      const callsOfVisitor = ['system/menu', 'content/footer', 'content/banners/list']
      const [answer] = await Promise.all([
        ask('call', '/api/v1/auth/redirect-to-oauth-provider?from_url=%2F'),
        ...callsOfVisitor.map((path) => ask('call', `/api/v1/${path}`)),
      ])
      const { location } = answer as { location: string }
      const { pathname, search, searchParams } = new URL(await authorize(location))
      await ask('document', pathname + search)
      await ask('call', '/api/v1/auth/oauth-result', JSON.stringify(Object.fromEntries(searchParams)))
    },
    /** Sends the requests of a step: those of documents first, the others side by side. */
    async take(step: Step, kinds: readonly Recorded['kind'][]): Promise<void> {
      const sent: Promise<unknown>[] = []
      for (const [index, { step: own, request }] of recording.entries()) {
        if (own !== step || !kinds.includes(request.kind)) continue
        const answer = send(request)
        answers.set(index, answer)
        if (request.kind === 'document') await answer
        else sent.push(answer)
      }
      await Promise.all(sent)
    },
    leave(): void {
      agent.destroy()
      streams.destroy()
    },
  }
}

function headersOfPage(origin: string): Record<string, string> {
  return { origin, 'sec-fetch-site': 'same-origin', 'x-requested-with': 'lk', 'content-type': 'application/json' }
}

function plain(content: Buffer, { headers }: IncomingMessage): Buffer {
  return headers['content-encoding'] === 'br' ? brotliDecompressSync(content) : content
}
