import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { App } from '#server/app-types.ts'

/** Public pictures of the demo school's events and banners. */
export async function serveDemoImages(app: App): Promise<void> {
  await app.register(fastifyStatic, {
    root: fileURLToPath(new URL('../demo/content/pictures', import.meta.url)),
    prefix: '/pictures/',
    wildcard: false,
    index: false,
    decorateReply: false,
    maxAge: '1d',
  })
}
