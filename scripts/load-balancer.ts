import replyFrom from '@fastify/reply-from'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

type Upstream = { url: string; active: number; downUntil: number }

/** How long a server that failed is passed over, in milliseconds. */
const passedOver = 2_000
/** Bytes of a body. It is held in memory, so that a repeat carries it. */
const bodyLimit = 16 * 1024 * 1024
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * One port in front of several servers: least connections, with passive health checks. For a trial on one machine; in
 * production it is nginx, HAProxy or the load balancer of the cloud.
 */
export async function startLoadBalancer(port: number, ports: readonly number[]): Promise<FastifyInstance> {
  const upstreams: Upstream[] = ports.map((each) => ({ url: `http://localhost:${each}`, active: 0, downUntil: 0 }))
  const balancer = Fastify({ bodyLimit })
  // The plugin's own repeats go to the same server.
  // Every open stream of changes keeps a connection.
  await balancer.register(replyFrom, { undici: { connections: 10_000 }, retryMethods: [], disableRequestLogging: true })
  balancer.removeAllContentTypeParsers()
  balancer.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  balancer.all('/*', (request, reply) => {
    const isDown = ({ downUntil }: Upstream) => Number(downUntil > Date.now())
    forward(
      request,
      reply,
      upstreams.toSorted((one, other) => isDown(one) - isDown(other) || one.active - other.active),
    )
    return reply
  })
  await balancer.listen({ host: 'localhost', port })
  return balancer
}

function forward(request: FastifyRequest, reply: FastifyReply, [upstream, ...others]: Upstream[]): void {
  if (!upstream) return void reply.code(502).send('No server answers.')
  upstream.active += 1
  let isActive = true
  const release = () => {
    if (isActive) upstream.active -= 1
    isActive = false
  }
  reply.raw.once('close', release)
  const body = Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : undefined
  const contentType = request.headers['content-type'] ?? 'application/octet-stream'
  reply.from(undefined, {
    ...(body && { body, contentType }),
    getUpstream: () => upstream.url,
    rewriteRequestHeaders: ({ ip, headers: { host } }, headers) => ({
      ...headers,
      host,
      'x-forwarded-for': ip,
      'x-forwarded-host': host,
    }),
    onError(_reply, { error }) {
      release()
      upstream.downUntil = Date.now() + passedOver
      forward(request, reply, mayRepeat(request, error) ? others : [])
    },
  })
}

/** A refused connection had no effect. A broken one may have had, so a write is repeated only under an idempotency key. */
function mayRepeat({ method, headers }: FastifyRequest, error: Error): boolean {
  return codeOf(error) === 'ECONNREFUSED' || safeMethods.has(method) || headers['idempotency-key'] !== undefined
}

function codeOf(error: unknown): unknown {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  if (!(error instanceof Error)) return undefined
  return error.cause === undefined ? (error as NodeJS.ErrnoException).code : codeOf(error.cause)
}
