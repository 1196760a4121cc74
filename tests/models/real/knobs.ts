import { sql } from 'drizzle-orm'
import type { RealStage } from './stage.ts'

// What goes wrong in the world, done to the world: the product has no switch for it.

/** The database takes no more writes into a table, as on a full disk: the server itself finds out, and says 503. */
export async function fillDisk(stage: RealStage<unknown>, table: string): Promise<void> {
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

export async function repair(stage: RealStage<unknown>): Promise<void> {
  for (const repair of stage.repairs.splice(0)) await repair()
}

/** A table is not where the server looks for it: what it did not expect, it answers with 500. */
export async function loseTable(stage: RealStage<unknown>, table: string): Promise<void> {
  const { database } = stage.server
  const lost = `${table}_lost`
  await database.execute(sql`alter table ${sql.identifier(table)} rename to ${sql.identifier(lost)}`)
  stage.repairs.push(() =>
    database.execute(sql`alter table ${sql.identifier(lost)} rename to ${sql.identifier(table)}`),
  )
}
