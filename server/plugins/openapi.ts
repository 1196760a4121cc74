import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { App } from '#server/app-types.ts'
import { openApiDocument } from '#server/openapi/document.ts'

/** Serves the OpenAPI document at /api/openapi.json and Swagger UI at /api/docs, unless `API_DOCS` is off. */
export async function openApi(app: App): Promise<void> {
  if (!app.env.API_DOCS) return
  const document = openApiDocument({ env: app.env })
  const json = JSON.stringify(document)
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: { who: 'anyone' } }
    })
    scope.get('/api/openapi.json', (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(json),
    )
    await scope.register(swagger, { mode: 'static', specification: { document: JSON.parse(json) } })
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      uiConfig: { url: '/api/openapi.json', docExpansion: 'none', validatorUrl: null, tryItOutEnabled: false },
    })
  })
}
