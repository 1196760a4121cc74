import fastifyEtag from '@fastify/etag'
import type { RouteOptions } from 'fastify'
import type { App } from '#server/app-types.ts'

/**
 * Adds a route whose answers carry an ETag and are answered with 304 while they are unchanged. The plugin has no option
 * per route, so the route gets a scope of its own. Weak tags: one answer may be sent with several content encodings.
 */
export function routeWithEtag(app: App, route: RouteOptions): void {
  app.register(async (scope) => {
    await scope.register(fastifyEtag, { algorithm: 'sha256', weak: true })
    scope.route(route)
  })
}
