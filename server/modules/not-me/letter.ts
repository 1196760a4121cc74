import { and, asc, desc, eq } from 'drizzle-orm'
import type { AnswerOf } from '#contract/call.ts'
import type { getNotMe } from '#contract/not-me.ts'
import type { Database } from '#server/db/client.ts'
import { linkedAccounts } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { accountChanges } from '#server/db/schema/ways-in.ts'
import { masked } from '#server/identity/one-time-code-rules.ts'
import { hashOf } from '#server/identity/secret.ts'
import { changeIn } from '#server/identity/ways-in-rules.ts'
import { refuse } from '#server/refusal.ts'

export type Change = typeof accountChanges.$inferSelect

export async function changeOf(database: Database, secret: string): Promise<Change> {
  const [change] = await database
    .select()
    .from(accountChanges)
    .where(eq(accountChanges.secretHash, hashOf(secret)))
  return change ?? refuse('not-found', 'No letter has this link')
}

/** What the link of a letter stands for, and what has come of it. */
export async function letterWith(
  database: Database,
  { secret, now }: { secret: string; now: Date },
): Promise<AnswerOf<typeof getNotMe>> {
  const change = await changeOf(database, secret)
  const { userId, undoneById } = change
  const state = undoneById ? 'done' : change.expiresAt <= now ? 'expired' : 'open'
  return {
    state,
    change: toldOf(change),
    undone: undoneById ? await undoneBy(database, { userId, undoneById }) : [],
    // Old letters lie about: later on this is nobody's business who finds one.
    waysIn: undoneById && change.expiresAt > now ? await waysInOf(database, userId) : null,
  }
}

async function waysInOf(database: Database, userId: string) {
  const { hasPassword } = users
  const [person] = await database.select({ hasPassword }).from(users).where(eq(users.id, userId))
  const { provider } = linkedAccounts
  const accounts = await database
    .selectDistinct({ provider })
    .from(linkedAccounts)
    .where(eq(linkedAccounts.userId, userId))
    .orderBy(asc(provider))
  return { hasPassword: person?.hasPassword ?? false, accounts: accounts.map((account) => account.provider) }
}

async function undoneBy(database: Database, { userId, undoneById }: { userId: string; undoneById: string }) {
  const undone = await database
    .select()
    .from(accountChanges)
    .where(and(eq(accountChanges.userId, userId), eq(accountChanges.undoneById, undoneById)))
    .orderBy(desc(accountChanges.number))
  return undone.map((change) => ({ ...toldOf(change), isLost: change.isLost }))
}

function toldOf(change: Change) {
  return { kind: change.kind, at: change.at.toISOString(), about: aboutOf(change) }
}

function aboutOf(stored: Change): string | null {
  const change = changeIn(stored)
  switch (change.kind) {
    case 'account-linked':
    case 'account-unlinked':
      return change.provider
    case 'email-changed':
    case 'phone-changed':
    case 'phone-confirmed':
      return masked(change.now)
    case 'new-device':
      return [change.device, change.address].filter(Boolean).join(', ') || null
    default:
      return null
  }
}
