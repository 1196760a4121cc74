import type { IncomingMessage } from 'node:http'
import { isValidText } from '#server/text-validation.ts'

const mostBytes = 8 * 1024

/** Fields of a posted form. Null if it is too large, of another type, or holds text that cannot be stored. */
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
  return [...fields.values()].every(isValidText) ? fields : null
}
