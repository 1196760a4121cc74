import type { IncomingMessage } from 'node:http'
import { isStorable } from '#server/storable.ts'

const mostBytes = 8 * 1024

/** The fields of a posted form; null for anything that is not a small form, or could not be kept. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return null
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) return null
    chunks.push(chunk)
  }
  const fields = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
  return [...fields.values()].every(isStorable) ? fields : null
}
