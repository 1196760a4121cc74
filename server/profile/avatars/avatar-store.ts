import { and, desc, eq, inArray, lt, ne, notExists, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { avatars } from '#server/db/schema/storage.ts'
import { createToken } from '#server/security/tokens.ts'

const day = 24 * 60 * 60_000
/** Unused uploads kept per user; the oldest is deleted first. */
const maxUnsavedAvatars = 5

const folder = '/storage/avatars/'
const addressPattern = /^\/storage\/avatars\/([\w-]{43})\.webp$/

/** Whether this user uploaded the avatar: others must not be referenced. */
export async function ownsAvatar(database: Database, userId: string, url: string): Promise<boolean> {
  const name = addressPattern.exec(url)?.[1]
  if (name === undefined) return false
  const [own] = await database
    .select({ name: avatars.name })
    .from(avatars)
    .where(and(eq(avatars.name, name), eq(avatars.ownerId, userId)))
  return own !== undefined
}

/** Stores an avatar and deletes unused ones. The random URL is the only access control. */
export async function storeAvatar(
  database: Database,
  { ownerId, content, now }: { ownerId: string; content: Buffer; now: Date },
): Promise<string> {
  const name = createToken()
  await database.transaction(async (transaction) => {
    await transaction.insert(avatars).values({ name, ownerId, content, uploadedAt: now })
    await forgetUnsaved(transaction, { ownerId, but: name, now })
  })
  return `${folder}${name}.webp`
}

export async function findAvatar(database: Database, name: string): Promise<Buffer | null> {
  const [picture] = await database.select({ content: avatars.content }).from(avatars).where(eq(avatars.name, name))
  return picture?.content ?? null
}

async function forgetUnsaved(
  database: Database,
  { ownerId, but, now }: { ownerId: string; but: string; now: Date },
): Promise<void> {
  const address = sql`${folder}::text || ${avatars.name} || '.webp'`
  const isUnsaved = notExists(
    database
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, avatars.ownerId), eq(users.avatar, address))),
  )
  const tooMany = database
    .select({ name: avatars.name })
    .from(avatars)
    .where(and(eq(avatars.ownerId, ownerId), ne(avatars.name, but), isUnsaved))
    .orderBy(desc(avatars.uploadedAt))
    .offset(maxUnsavedAvatars - 1)
  const tooOld = database
    .select({ name: avatars.name })
    .from(avatars)
    .where(and(lt(avatars.uploadedAt, new Date(now.getTime() - day)), isUnsaved))
  // Concurrent uploads delete the same rows: skip locked ones.
  for (const swept of [tooMany, tooOld]) {
    await database.delete(avatars).where(inArray(avatars.name, swept.for('update', { skipLocked: true })))
  }
}
