import diagnosticsChannel from 'node:diagnostics_channel'
import { context } from '@opentelemetry/api'
import { getRPCMetadata } from '@opentelemetry/core'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { NodeSDK } from '@opentelemetry/sdk-node'
import type { FastifyRequest } from 'fastify'

/**
 * Traces requests, their database queries and requests to other servers (docs/operations.md). Import it before anything
 * else and only where OTEL_EXPORTER_OTLP_ENDPOINT is set: loading it takes time. The SDK reads its other variables.
 */

// The SDK would export them too; metrics are read by Prometheus, the log is written to the output.
process.env.OTEL_METRICS_EXPORTER ??= 'none'
process.env.OTEL_LOGS_EXPORTER ??= 'none'
process.env.OTEL_SERVICE_NAME ??= 'personal-account'

/** Addresses hold secrets: of calendars, invitations, signed links. The pattern of the route is enough. */
const withoutAddress = { 'url.path': '', 'url.query': '' }

const sdk = new NodeSDK({
  instrumentations: [
    new HttpInstrumentation({
      startIncomingSpanHook: () => withoutAddress,
      startOutgoingSpanHook: () => ({ 'url.full': '' }),
      ignoreIncomingRequestHook: ({ url }) => url === '/healthz' || url === '/readyz',
    }),
    // Queries of requests, not those of the job queue each second. Values are never part of a span.
    new PgInstrumentation({ requireParentSpan: true }),
  ],
})
sdk.start()

// Names the span of the request by the pattern of its route.
diagnosticsChannel.subscribe('tracing:fastify.request.handler:start', (message) => {
  const { request } = message as { request: FastifyRequest }
  const metadata = getRPCMetadata(context.active())
  if (metadata && request.routeOptions.url) metadata.route = request.routeOptions.url
})

// The server itself stops by these signals; what has not been sent is sent meanwhile.
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void sdk.shutdown().catch(() => undefined))
