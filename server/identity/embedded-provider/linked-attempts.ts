import { and, eq, gt } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { providerPayloads } from '#server/db/schema/identity.ts'
import type { AttemptSecrets } from '#server/identity/oidc-client.ts'
import { hashOf, newSecret } from '#server/identity/secret.ts'
import { attemptLifetime } from '#server/identity/sign-in-attempts.ts'

/** Signing in through a linked account, under way. Kept among oidc-provider's payloads, whose sweep forgets it. */
type Kept = { nonce: string; codeVerifier: string; language: Locale }

type OfState = { state: string; name: string; now: Date }

/** Starts an attempt at the provider of that name that only the browser of this interaction can end. */
export async function startAttempt(
  database: Database,
  { uid, name, language, now }: { uid: string; name: string; language: Locale; now: Date },
): Promise<AttemptSecrets> {
  const secrets = { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() }
  const kept: Kept = { nonce: secrets.nonce, codeVerifier: secrets.codeVerifier, language }
  await database.insert(providerPayloads).values({
    model: modelOf(name),
    id: hashOf(secrets.state),
    uid,
    payload: kept,
    expiresAt: new Date(now.getTime() + attemptLifetime),
  })
  return secrets
}

/** The interaction that an answer belongs to. Says nothing yet about the browser that brings it. */
export async function interactionOf(database: Database, attempt: OfState): Promise<string | null> {
  const [found] = await database.select({ uid: providerPayloads.uid }).from(providerPayloads).where(living(attempt))
  return found?.uid ?? null
}

/** Uses the attempt up: of two requests with one state, one goes on. Null for one of another interaction, used or late. */
export async function claimAttempt(
  database: Database,
  { uid, ...attempt }: OfState & { uid: string },
): Promise<(AttemptSecrets & { language: Locale }) | null> {
  const [claimed] = await database
    .delete(providerPayloads)
    .where(and(living(attempt), eq(providerPayloads.uid, uid)))
    .returning()
  return claimed ? { state: attempt.state, ...(claimed.payload as Kept) } : null
}

function living({ state, name, now }: OfState) {
  return and(
    eq(providerPayloads.model, modelOf(name)),
    eq(providerPayloads.id, hashOf(state)),
    gt(providerPayloads.expiresAt, now),
  )
}

function modelOf(name: string): string {
  return `sign-in through ${name}`
}
