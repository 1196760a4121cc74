import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import type { JWK } from 'oidc-provider'
import type { Database } from '#server/db/client.ts'
import { providerKeys } from '#server/db/schema/identity.ts'
import { createToken } from '#server/security/tokens.ts'

export type ProviderKeys = {
  signingKey: JWK
  cookieKey: string
  knownBrowserKey: string
  clientSecret: string
  /** Of the bank of the demo. */
  bankKey: string
}

/** Loads the provider's keys and secrets. They are created at the first start. */
export async function loadProviderKeys(database: Database): Promise<ProviderKeys> {
  return {
    signingKey: await keep(database, 'signing-key', makeSigningKey),
    cookieKey: await keep(database, 'cookie-key', createToken),
    knownBrowserKey: await keep(database, 'known-browser-key', createToken),
    clientSecret: await keep(database, 'client-secret', createToken),
    bankKey: await keep(database, 'bank-key', createToken),
  }
}

/** Two servers that start at the same time both use the value that was stored first. */
async function keep<T>(database: Database, name: string, make: () => T | Promise<T>): Promise<T> {
  const stored = await read<T>(database, name)
  if (stored) return stored.value
  await database
    .insert(providerKeys)
    .values({ name, value: { value: await make() } })
    .onConflictDoNothing()
  const kept = await read<T>(database, name)
  if (!kept) throw new Error(`the identity provider's ${name} was not stored`)
  return kept.value
}

async function read<T>(database: Database, name: string): Promise<{ value: T } | undefined> {
  const [row] = await database.select().from(providerKeys).where(eq(providerKeys.name, name))
  return row?.value as { value: T } | undefined
}

async function makeSigningKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
  return { ...privateKey.export({ format: 'jwk' }), kid: randomBytes(8).toString('hex'), use: 'sig', alg: 'ES256' }
}
