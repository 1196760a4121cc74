import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

type Done = (error: Error | null, key: Buffer) => void

const { scrypt } = crypto

// Suites hash thousands of passwords at about 60 ms each, and none depends on the strength of the hash.
const cheap = (password: BinaryLike, salt: BinaryLike, length: number, options: ScryptOptions, done: Done) =>
  scrypt(password, salt, length, { ...options, N: 2 ** 4 }, done)
Object.assign(crypto, { scrypt: cheap })
syncBuiltinESMExports()
