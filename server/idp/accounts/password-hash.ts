import { randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveKeys } from './password-hash-pool.ts'
import type { KeyParameters } from './password-hash-worker.ts'

/** The least that OWASP recommends for argon2id (decision 099). The cost is part of each hash, so it can be raised. */
export const hashCost = { memory: 19_456, passes: 2, parallelism: 1 }

const keyBytes = 32

/** In the PHC string format: `$argon2id$v=19$m=19456,t=2,p=1$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const [key] = await deriveKeys([{ ...hashCost, password, salt, bytes: keyBytes }])
  return `${currentPrefix()}${base64(salt)}$${base64(key ?? salt)}`
}

/** Which of the hashes are of the password. The cost depends on the hashes alone. */
export async function matchHashes(hashes: readonly string[], password: string): Promise<boolean[]> {
  const stored = hashes.map(parseHash)
  const keys = await deriveKeys(
    stored.map(({ parameters, salt, key }) => ({ ...parameters, password, salt, bytes: key.length })),
  )
  return stored.map(({ key }, index) => timingSafeEqual(key, keys[index] ?? Buffer.alloc(key.length)))
}

/** Takes equally long for an account without a password and a wrong password. */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  const [isRight = false] = await matchHashes([hash ?? unreachableHash()], password)
  return isRight && hash !== null
}

/** Whether the hash was made at another cost. */
export function isOutdatedHash(hash: string): boolean {
  return !hash.startsWith(currentPrefix())
}

/** A hash that no password has. */
export function unreachableHash(): string {
  return `${currentPrefix()}${'A'.repeat(22)}$${'A'.repeat(43)}`
}

function currentPrefix(): string {
  const { memory, passes, parallelism } = hashCost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`
}

type Stored = { parameters: KeyParameters; salt: Buffer; key: Buffer }

function parseHash(hash: string): Stored {
  const [, memory, passes, parallelism, salt, key] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash) ?? []
  if (!salt || !key) throw new Error('a stored password hash cannot be read')
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
}

/** Without padding, as the format has it. */
function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '')
}
