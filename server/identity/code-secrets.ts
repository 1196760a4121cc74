import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { codeLength } from '#contract/limits.ts'
import type { Database } from '#server/db/client.ts'
import { serverKey } from './server-key.ts'

/** Codes of digits, of which only an HMAC is kept (D-35), under the key of the server that is called so. */
export function createCodeSecrets(database: Database, keyName: string) {
  let key: string | undefined

  async function hashOf(id: string, code: string): Promise<Buffer> {
    key ??= await serverKey(database, keyName)
    return createHmac('sha256', key).update(`${id}:${code}`).digest()
  }

  return {
    /** A new code, and what is kept in its place. */
    async create(): Promise<{ id: string; code: string; codeHash: string }> {
      const id = randomUUID()
      const code = String(randomInt(10 ** codeLength)).padStart(codeLength, '0')
      return { id, code, codeHash: (await hashOf(id, code)).toString('base64url') }
    },

    /** In constant time. */
    async isRight({ id, codeHash }: { id: string; codeHash: string }, code: string): Promise<boolean> {
      return timingSafeEqual(await hashOf(id, code), Buffer.from(codeHash, 'base64url'))
    },
  }
}
