import { hash, randomBytes } from 'node:crypto'

/** An unguessable name, of 256 bits usually. Whoever shows it is taken at its word, so only `hashOf` it is ever stored. */
export function newSecret(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** Fast on purpose: a secret of 128 bits or more needs no slow hash. Passwords do (`embedded-provider/password.ts`). */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'base64url')
}
