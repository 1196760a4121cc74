import { createServer } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Env } from '#server/environment/env.ts'
import { listenError } from '#server/terminal/startup-error.ts'
import type { Metrics } from './metrics.ts'

/** Serves `/metrics` on a port of its own, which a proxy does not publish. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'read'>,
  { METRICS_PORT, HOST }: Pick<Env, 'HOST'> & { METRICS_PORT: number },
  log: FastifyBaseLogger,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer({ requestTimeout: 5_000 }, async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    try {
      const { type, text } = await metrics.read()
      response.writeHead(200, { 'content-type': type }).end(text)
    } catch (error) {
      log.warn({ err: error }, 'the metrics could not be read')
      response.writeHead(503).end()
    }
  })
  await new Promise<void>((resolve, reject) => {
    const place = { variable: 'METRICS_PORT', port: METRICS_PORT, host: HOST }
    server.once('error', (error) => reject(listenError(error, place) ?? error))
    server.listen(METRICS_PORT, HOST, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : METRICS_PORT,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
