import { argon2Sync, scryptSync } from 'node:crypto'

/** How a key is derived from a password. */
export type KeyRequest = { password: string; salt: Uint8Array; bytes: number } & KeyParameters
export type KeyParameters =
  | { algorithm: 'argon2id'; memory: number; passes: number; parallelism: number }
  | { algorithm: 'scrypt'; cost: number }

const blockSize = 8

/** Derives the keys one after another: all comparisons of a sign-in are one task of the pool. */
export function deriveKeysHere(requests: readonly KeyRequest[]): Uint8Array[] {
  return requests.map(deriveKey)
}

function deriveKey({ password, salt, bytes, ...parameters }: KeyRequest): Uint8Array {
  const message = password.normalize('NFKC')
  if (parameters.algorithm === 'argon2id') {
    const { algorithm, ...cost } = parameters
    return argon2Sync(algorithm, { message, nonce: salt, tagLength: bytes, ...cost })
  }
  const N = parameters.cost
  return scryptSync(message, salt, bytes, { N, r: blockSize, p: 1, maxmem: 2 * 128 * N * blockSize })
}
