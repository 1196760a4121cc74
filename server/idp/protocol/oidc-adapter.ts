import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import type { Database } from '#server/db/client.ts'
import { providerPayloads } from '#server/db/schema/identity.ts'
import { isValidText } from '#server/http/text-validation.ts'

/**
 * Storage adapter of oidc-provider. Sessions survive a restart. Keys from request forms may hold text that PostgreSQL
 * cannot store; such keys are not found.
 */
export function createOidcAdapter(database: Database, clock: () => Date): AdapterFactory {
  const alive = () => or(isNull(providerPayloads.expiresAt), gt(providerPayloads.expiresAt, clock()))

  return (model): Adapter => {
    const ofId = (id: string) => and(eq(providerPayloads.model, model), eq(providerPayloads.id, id))

    async function findOne(key: string, condition: ReturnType<typeof and>): Promise<AdapterPayload | undefined> {
      if (!isValidText(key)) return undefined
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
      /** Device flow, which is disabled. */
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

export async function deleteExpiredPayloads(database: Database, now: Date): Promise<void> {
  await database.delete(providerPayloads).where(lte(providerPayloads.expiresAt, now))
}

/** Deletes all sessions, grants and codes of one account, so that its user must sign in again. */
export async function deletePayloadsOfAccount(database: Database, subject: string): Promise<void> {
  await database.delete(providerPayloads).where(eq(sql`${providerPayloads.payload} ->> 'accountId'`, subject))
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}
