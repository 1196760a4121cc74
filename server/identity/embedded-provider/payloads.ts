import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import type { Database } from '#server/db/client.ts'
import { providerPayloads } from '#server/db/schema/identity.ts'
import { isStorable } from '#server/storable.ts'

/**
 * Keeps what oidc-provider must remember in the database: a restart signs nobody out. The forms that it reads by itself
 * ask for codes and tokens here: what no database can hold names none (decision 048).
 */
export function createPayloads(database: Database, clock: () => Date): AdapterFactory {
  const alive = () => or(isNull(providerPayloads.expiresAt), gt(providerPayloads.expiresAt, clock()))

  return (model): Adapter => {
    const ofId = (id: string) => and(eq(providerPayloads.model, model), eq(providerPayloads.id, id))

    async function findOne(key: string, condition: ReturnType<typeof and>): Promise<AdapterPayload | undefined> {
      if (!isStorable(key)) return undefined
      const [row] = await database.select().from(providerPayloads).where(and(condition, alive()))
      if (!row) return undefined
      return row.consumedAt ? { ...row.payload, consumed: seconds(row.consumedAt) } : row.payload
    }

    return {
      async upsert(id, payload, expiresIn) {
        const row = {
          payload: { ...payload },
          grantId: payload.grantId ?? null,
          uid: payload.uid ?? null,
          expiresAt: expiresIn === undefined ? null : new Date(clock().getTime() + expiresIn * 1000),
        }
        await database
          .insert(providerPayloads)
          .values({ model, id, ...row })
          .onConflictDoUpdate({ target: [providerPayloads.model, providerPayloads.id], set: row })
      },
      find: (id) => findOne(id, ofId(id)),
      findByUid: (uid) => findOne(uid, and(eq(providerPayloads.model, model), eq(providerPayloads.uid, uid))),
      /** Of the device flow, which is off. */
      findByUserCode: async () => undefined,
      async consume(id) {
        await database.update(providerPayloads).set({ consumedAt: clock() }).where(ofId(id))
      },
      async destroy(id) {
        await database.delete(providerPayloads).where(ofId(id))
      },
      async revokeByGrantId(grantId) {
        await database
          .delete(providerPayloads)
          .where(and(eq(providerPayloads.model, model), eq(providerPayloads.grantId, grantId)))
      },
    }
  }
}

export async function forgetExpiredPayloads(database: Database, now: Date): Promise<void> {
  await database.delete(providerPayloads).where(lte(providerPayloads.expiresAt, now))
}

/** Every session, grant and code of one account: whoever is signed in at the provider has to sign in again. */
export async function forgetPayloadsOf(database: Database, subject: string): Promise<void> {
  await database.delete(providerPayloads).where(eq(sql`${providerPayloads.payload} ->> 'accountId'`, subject))
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}
