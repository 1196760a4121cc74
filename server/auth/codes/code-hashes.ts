import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { codeLength } from '#contract/limits.ts'
import type { Database } from '#server/db/client.ts'
import { getServerKey } from '#server/security/tokens.ts'

/** Creates and verifies numeric codes. Only an HMAC with the named server key is stored (D-35). */
export function createCodeHashes(database: Database, keyName: string) {
  let key: string | undefined

  async function hashOf(id: string, code: string): Promise<Buffer> {
    key ??= await getServerKey(database, keyName)
    return createHmac('sha256', key).update(`${id}:${code}`).digest()
  }

  return {
    /** A new code, its id and its hash. */
    async create(): Promise<{ id: string; code: string; codeHash: string }> {
      const id = randomUUID()
      const code = String(randomInt(10 ** codeLength)).padStart(codeLength, '0')
      return { id, code, codeHash: (await hashOf(id, code)).toString('base64url') }
    },

    /** Compares in constant time. */
    async verify({ id, codeHash }: { id: string; codeHash: string }, code: string): Promise<boolean> {
      return timingSafeEqual(await hashOf(id, code), Buffer.from(codeHash, 'base64url'))
    },
  }
}
