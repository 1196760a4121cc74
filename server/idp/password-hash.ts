import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** 32 MiB and about 60 ms per guess. The cost is part of each hash, so it can be raised later. */
const usualCost = 2 ** 15
const blockSize = 8
const keyLength = 32

/** `scrypt$cost$salt$key` */
export async function hashPassword(password: string, cost = usualCost): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Takes equally long for an unknown account, an account without a password and a wrong password. */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  const [, storedCost, salt, key] = (hash ?? unreachableHash).split('$')
  if (!storedCost || !salt || !key) throw new Error('a stored password hash cannot be read')
  const expected = Buffer.from(key, 'base64url')
  const given = await derive(password, Buffer.from(salt, 'base64url'), Number(storedCost))
  return timingSafeEqual(given, expected) && hash !== null
}

const unreachableHash = `scrypt$${usualCost}$${'A'.repeat(22)}$${'A'.repeat(43)}`

function derive(password: string, salt: Buffer, N: number): Promise<Buffer> {
  const maxmem = 2 * 128 * N * blockSize
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, { N, r: blockSize, p: 1, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
