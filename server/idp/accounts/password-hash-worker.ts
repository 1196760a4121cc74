import { argon2Sync } from 'node:crypto'

/** How a key is derived from a password. */
export type KeyRequest = { password: string; salt: Uint8Array; bytes: number } & KeyParameters
export type KeyParameters = { memory: number; passes: number; parallelism: number }

/** Derives the keys one after another: all comparisons of a sign-in are one task of the pool. */
export function deriveKeysHere(requests: readonly KeyRequest[]): Uint8Array[] {
  return requests.map(({ password, salt, bytes, ...cost }) =>
    argon2Sync('argon2id', { message: password.normalize('NFKC'), nonce: salt, tagLength: bytes, ...cost }),
  )
}
