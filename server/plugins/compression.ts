import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { App } from '#server/surroundings.ts'

const worthwhile = 1400
const brotli = promisify(brotliCompress)
const zipped = promisify(gzip)

/** Compresses what is made per request; files come compressed from the build. */
export function compressAnswers(app: App): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < worthwhile) return payload
    const accepted = request.headers['accept-encoding']
    if (accepted === undefined || reply.hasHeader('content-encoding')) return payload
    reply.header('vary', 'accept-encoding')
    const content = Buffer.from(payload)
    if (/\bbr\b/.test(accepted)) {
      reply.header('content-encoding', 'br').removeHeader('content-length')
      const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      return brotli(content, { params })
    }
    if (/\bgzip\b/.test(accepted)) {
      reply.header('content-encoding', 'gzip').removeHeader('content-length')
      return zipped(content, { level: 5 })
    }
    return payload
  })
}
