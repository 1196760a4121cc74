import { hash, randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Database } from '#server/db/client.ts'
import { serverKeys } from '#server/db/schema/one-time-codes.ts'

/** Creates a random token, 256 bits by default. It is a bearer secret: store only its `hashToken`. */
export function createToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** A fast hash is enough for tokens of 128 bits or more. Passwords need `server/idp/accounts/password-hash.ts`. */
export function hashToken(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

type CookieEnv = { PUBLIC_URL: string }

/** The `__Host-` prefix (D-1) prevents sibling domains from setting the cookie. Browsers accept it only over https. */
export function cookieName(name: string, env: CookieEnv): string {
  return isSecure(env) ? `__Host-${name}` : name
}

export function cookieOptions(env: CookieEnv): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(env) }
}

/** Seconds; browsers keep no cookie longer. */
export const maxCookieAge = 400 * 24 * 60 * 60

function isSecure({ PUBLIC_URL }: CookieEnv): boolean {
  return PUBLIC_URL.startsWith('https:')
}

/** A token from a cookie; null if there is none or it is malformed. */
export function readTokenCookie({ cookies }: FastifyRequest, name: string, env: CookieEnv): string | null {
  const token = cookies[cookieName(name, env)]
  return token !== undefined && isToken(token) ? token : null
}

/** Whether the text has the form of `createToken()`. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}

/** A secret shared by all servers of one database, created on first use. */
export async function getServerKey(database: Database, name: string): Promise<string> {
  const stored = await readKey(database, name)
  if (stored) return stored
  await database.insert(serverKeys).values({ name, value: createToken() }).onConflictDoNothing()
  const current = await readKey(database, name)
  if (!current) throw new Error(`the key ${name} was not stored`)
  return current
}

async function readKey(database: Database, name: string): Promise<string | undefined> {
  const [key] = await database.select().from(serverKeys).where(eq(serverKeys.name, name))
  return key?.value
}
