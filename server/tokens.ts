import { hash, randomBytes } from 'node:crypto'

/** Creates a random token, 256 bits by default. It is a bearer secret: store only its `hashToken`. */
export function createToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** A fast hash is enough for tokens of 128 bits or more. Passwords need `server/idp/password-hash.ts`. */
export function hashToken(secret: string): string {
  return hash('sha256', secret, 'base64url')
}
