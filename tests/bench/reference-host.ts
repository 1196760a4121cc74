import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { type Host, listen } from '#tests/support/server/listen.ts'

export type ReferenceFile = { type: string; content: string | Buffer }

/** A static host of a few files by path, with ETags. Text is compressed like the files of our build: brotli 11. */
export async function hostReference(files: Record<string, ReferenceFile>): Promise<Host> {
  const ready = new Map(
    await Promise.all(Object.entries(files).map(async ([path, file]) => [path, await compressed(file)] as const)),
  )
  return listen((asked, reply) => {
    const file = ready.get(new URL(asked.url ?? '/', 'http://host').pathname)
    if (file === undefined) reply.writeHead(404, { 'content-length': 0 }).end()
    else if (asked.headers['if-none-match'] === file.headers.etag) reply.writeHead(304, file.headers).end()
    else reply.writeHead(200, { ...file.headers, 'content-length': file.content.length }).end(file.content)
  })
}

async function compressed({ type, content }: ReferenceFile) {
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`
  const caching = { etag, 'cache-control': 'no-cache' }
  if (typeof content !== 'string') return { headers: { ...caching, 'content-type': type }, content }
  const plain = Buffer.from(content)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  return {
    headers: { ...caching, 'content-type': `${type}; charset=utf-8`, 'content-encoding': 'br' },
    content: await promisify(brotliCompress)(plain, { params }),
  }
}
