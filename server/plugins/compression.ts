import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import type { App } from '#server/surroundings.ts'

const worthwhile = 1400
const brotli = promisify(brotliCompress)
const zipped = promisify(gzip)

/** Compresses what is made per request; files come compressed from the build. */
export function compressAnswers(app: App): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const accepted = request.headers['accept-encoding']
    const isWorthwhile = typeof payload === 'string' && payload.length >= worthwhile
    if (!isWorthwhile || accepted === undefined || reply.hasHeader('content-encoding')) return done(null, payload)
    compress(payload, accepted, reply.header('vary', 'accept-encoding')).then((sent) => done(null, sent), done)
  })
}

async function compress(payload: string, accepted: string, reply: FastifyReply): Promise<Buffer | string> {
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
}
