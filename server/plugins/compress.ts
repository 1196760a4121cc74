import { constants } from 'node:zlib'
import fastifyCompress from '@fastify/compress'
import type { App } from '#server/app-types.ts'

/** Compresses answers made per request. Files of the build are compressed by the build. Register before any route. */
export async function compress(app: App): Promise<void> {
  await app.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    // Below the size of one packet compression saves nothing.
    threshold: 1400,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 5 },
    // A compressed request body would pass the body limit and expand afterwards.
    globalDecompression: false,
  })
}
