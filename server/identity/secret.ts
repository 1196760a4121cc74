import { createHash, randomBytes } from 'node:crypto'

/** An unguessable name of 256 bits. Whoever shows it is taken at its word, so only `hashOf` it is ever stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Fast on purpose: a secret of 256 bits needs no slow hash. Passwords do (`embedded-provider/password.ts`). */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
