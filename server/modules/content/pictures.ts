import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { App } from '#server/surroundings.ts'

/** The pictures of the invented school's events and banners: everybody may see them. */
export async function servePictures(app: App): Promise<void> {
  await app.register(fastifyStatic, {
    root: fileURLToPath(new URL('../../db/demo/pictures', import.meta.url)),
    prefix: '/pictures/',
    wildcard: false,
    index: false,
    decorateReply: false,
    maxAge: '1d',
  })
}
