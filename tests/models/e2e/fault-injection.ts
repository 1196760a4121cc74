import { eq, sql } from 'drizzle-orm'
import { callLimitOf } from '#contract/call.ts'
import { callLimits } from '#contract/call-limits.ts'
import { declaredCalls } from '#contract/calls.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { limitCounts } from '#server/db/schema/limits.ts'
import { hashToken } from '#server/security/tokens.ts'
import type { ProductStage } from './test-server.ts'

// Faults are injected into the environment, not by switches in the product.

/** The database rejects writes to a table, as on a full disk: the server responds with 503. */
export async function fillDisk(stage: ProductStage<unknown>, table: string): Promise<void> {
  const { database } = stage.server
  await database.execute(sql`
    create or replace function disk_is_full() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
  const trigger = sql`disk_is_full on ${sql.identifier(table)}`
  await database.execute(
    sql`create trigger disk_is_full before insert or update or delete on ${sql.identifier(table)}
      for each statement execute function disk_is_full()`,
  )
  stage.repairs.push(() => database.execute(sql`drop trigger if exists ${trigger}`))
}

export async function repair(stage: ProductStage<unknown>): Promise<void> {
  for (const repair of stage.repairs.splice(0)) await repair()
}

/** A table is renamed: an unexpected error, the server responds with 500. */
export async function loseTable(stage: ProductStage<unknown>, table: string): Promise<void> {
  const { database } = stage.server
  const lost = `${table}_lost`
  await database.execute(sql`alter table ${sql.identifier(table)} rename to ${sql.identifier(lost)}`)
  stage.repairs.push(() =>
    database.execute(sql`alter table ${sql.identifier(lost)} rename to ${sql.identifier(table)}`),
  )
}

/** The signed-in user has reached the limit of this call: the server refuses the next one and sends the retry time. */
export function tooOften(call: string): (stage: ProductStage<unknown>) => Promise<void> {
  const limit = limitOf(call)
  const { max, seconds } = callLimits[limit]
  return async (stage) => {
    const { database, server, proxy } = stage.server
    const people = await database.selectDistinct({ id: sessions.userId }).from(sessions)
    const endsAt = new Date(server.clock.now.getTime() + seconds * 1000)
    const spent = people.map(({ id }) => ({ limit, key: hashToken(`person ${id}`), count: max, endsAt }))
    await database.delete(limitCounts).where(eq(limitCounts.limit, limit))
    await database.insert(limitCounts).values(spent)
    await proxy.pass(call)
    await database.delete(limitCounts).where(eq(limitCounts.limit, limit))
  }
}

function limitOf(address: string): keyof typeof callLimits {
  const declared = declaredCalls.find(({ call }) => call.address === address)
  const limit = declared && callLimitOf(declared.call)
  if (limit === undefined) throw new Error(`${address} has no limit`)
  return limit
}
