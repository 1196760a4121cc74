import { and, eq } from 'drizzle-orm'
import webPush from 'web-push'
import type { Database } from '#server/db/client.ts'
import { serverKeys } from '#server/db/schema/one-time-codes.ts'
import type { Env } from '#server/environment/env.ts'
import { canOpenSecret, isSealed, openSecret, sealSecret } from '#server/security/stored-secret.ts'

/** The key pair that names this server to push services (RFC 8292), in base64url. */
export type VapidKeys = { publicKey: string; privateKey: string }

export type VapidEnv = Pick<Env, 'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY' | 'SECRETS_KEY'>

const name = 'vapid'

/**
 * The configured keys, or those of the database, made at first use. Subscriptions belong to the keys they were made with:
 * with other keys browsers must subscribe anew.
 */
export async function readVapidKeys(database: Database, env: VapidEnv): Promise<VapidKeys> {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, SECRETS_KEY } = env
  if (publicKey && privateKey) return { publicKey, privateKey }
  const stored = await storedKeys(database, env)
  return { ...stored, privateKey: openSecret(stored.privateKey, SECRETS_KEY, 'push-key') }
}

/** The public key, also where `SECRETS_KEY` does not open the private one. */
export async function readVapidPublicKey(database: Database, env: VapidEnv): Promise<string> {
  return env.VAPID_PUBLIC_KEY ?? (await storedKeys(database, env)).publicKey
}

/** Whether `SECRETS_KEY` opens the stored private key; also if there is none. */
export async function canReadVapidKeys(database: Database, env: VapidEnv): Promise<boolean> {
  if (env.VAPID_PRIVATE_KEY) return true
  const stored = await readStored(database)
  return stored === null || canOpenSecret(stored.privateKey, env.SECRETS_KEY, 'push-key')
}

async function storedKeys(database: Database, { SECRETS_KEY }: VapidEnv): Promise<VapidKeys> {
  return (await readStored(database)) ?? makeKeys(database, SECRETS_KEY)
}

/** Encrypts a private key that was stored before there was a `SECRETS_KEY`. Returns whether there was one. */
export async function sealVapidKeys(database: Database, key: string): Promise<boolean> {
  const stored = await readStored(database)
  if (!stored || isSealed(stored.privateKey)) return false
  const sealed = { ...stored, privateKey: sealSecret(stored.privateKey, key, 'push-key') }
  const isUnchanged = and(eq(serverKeys.name, name), eq(serverKeys.value, JSON.stringify(stored)))
  const changed = await database
    .update(serverKeys)
    .set({ value: JSON.stringify(sealed) })
    .where(isUnchanged)
    .returning()
  return changed.length > 0
}

/** Of two servers that make keys at the same moment, both use those of the first. */
async function makeKeys(database: Database, key: string | undefined): Promise<VapidKeys> {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const value = JSON.stringify({ publicKey, privateKey: sealSecret(privateKey, key, 'push-key') })
  await database.insert(serverKeys).values({ name, value }).onConflictDoNothing()
  const stored = await readStored(database)
  if (!stored) throw new Error('the keys of push notifications were not stored')
  return stored
}

/** The private key as it is stored. */
async function readStored(database: Database): Promise<VapidKeys | null> {
  const [row] = await database.select().from(serverKeys).where(eq(serverKeys.name, name))
  return row ? (JSON.parse(row.value) as VapidKeys) : null
}
