import { openApiDocument } from '#server/openapi/document.ts'
import { openApiPage } from '#server/openapi/page.ts'
import type { App } from '#server/surroundings.ts'

/** The contract for other programs at /api/openapi.json, and for people at /api/docs, where the school publishes it. */
export function describeApi(app: App): void {
  if (!app.env.API_DOCS) return
  const document = openApiDocument({ env: app.env })
  const json = JSON.stringify(document)
  const page = openApiPage(document)
  const config = { access: { who: 'anyone' } } as const

  app.get('/api/openapi.json', { config }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(json),
  )
  app.get('/api/docs', { config }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page),
  )
}
