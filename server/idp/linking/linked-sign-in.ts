import { and, eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type Provider from 'oidc-provider'
import type { Locale } from '#contract/enumerations.ts'
import { oidcAttemptStore } from '#server/auth/oidc/attempts.ts'
import {
  type AttemptSecrets,
  type AuthorizationResponse,
  type LinkProviderClients,
  type OidcClient,
  parseAuthorizationResponse,
} from '#server/auth/oidc/client.ts'
import { linkErrorOf } from '#server/auth/oidc/errors.ts'
import { forceLoginParameters, rejectStaleLogin } from '#server/auth/oidc/reauthentication.ts'
import { recordSignInFailure, SignInError } from '#server/auth/oidc/sign-in-error.ts'
import type { Database } from '#server/db/client.ts'
import { linkedAccounts, providerAccounts } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { type PageMessages, pageMessages } from '#server/html/messages.ts'
import type { PageSite } from '#server/html/page-site.ts'
import { finishInteraction, type Interaction } from '#server/idp/interactions/interaction.ts'
import { languageOf, type PageContext, sendExpiredPage } from '#server/idp/interactions/page-context.ts'
import { auditRejection } from '#server/security/audit-log.ts'

export type LinkedSignInOptions = {
  provider: Provider
  database: Database
  clock: () => Date
  log: FastifyBaseLogger
  /** OIDC clients whose redirect URI is `signInCallbackPath`. */
  links: LinkProviderClients
  site: PageSite
}

/** `uid`: the interaction that started the attempt. Its cookie binds it to one browser. */
const attemptsAt = (database: Database, name: string) =>
  oidcAttemptStore<{ uid: string; language: Locale }>(database, `sign-in through ${name}`)

type At = { name: string; client: OidcClient }

const steps = {
  /** Path of the button. */
  start: /^\/interaction\/[\w-]+\/through\/([a-z0-9]+)$/,
  /**
   * `signInCallbackPath`: the redirect URI registered at the other provider. The interaction cookie is not sent to this
   * path.
   */
  lead: /^\/sign-in-result\/([a-z0-9]+)$/,
  /** Below the interaction's path, where its cookie identifies the browser. */
  finish: /^\/interaction\/[\w-]+\/result\/([a-z0-9]+)$/,
}

/** Redirects to another provider and handles its response, for sign-ins through a linked account. */
export function createLinkedSignIn({ provider, database, clock, log, links, site }: LinkedSignInOptions) {
  const answers = { start, lead, finish }

  return async (context: PageContext, next: () => Promise<void>): Promise<void> => {
    for (const step of ['start', 'lead', 'finish'] as const) {
      const name = steps[step].exec(context.path)?.[1]
      const client = name === undefined ? undefined : links.get(name)
      if (name === undefined || !client || context.method !== 'GET') continue
      return answers[step](context, { name, client })
    }
    return next()
  }

  /** Forces a new login at the other provider: the browser may be shared. */
  async function start(context: PageContext, { name, client }: At): Promise<void> {
    const interaction = await provider.interactionDetails(context.req, context.res)
    const language = languageOf(context, interaction)
    const { uid } = interaction
    const payload = { uid, language }
    const attempt = await attemptsAt(database, name).start({ holder: uid, payload, now: clock() })
    try {
      context.redirect(await client.authorizationUrl(attempt, language, forceLoginParameters))
    } catch (error) {
      const reason = linkErrorOf(error)
      await recordFailure(name, error)
      backToForm(context, interaction, { lang: language, reason, name })
    }
  }

  async function lead(context: PageContext, { name }: At): Promise<void> {
    const answer = parseAuthorizationResponse(context.query)
    const { state } = answer
    const attempt = state === undefined ? null : await attemptsAt(database, name).find({ state, now: clock() })
    if (!attempt) return sendExpiredPage(provider, context, site)
    context.redirect(`/interaction/${attempt.uid}/result/${name}?${new URLSearchParams(answer)}`)
  }

  async function finish(context: PageContext, { name, client }: At): Promise<void> {
    const interaction = await provider.interactionDetails(context.req, context.res)
    const answer = parseAuthorizationResponse(context.query)
    const answered = { state: answer.state ?? '', holders: [interaction.uid], now: clock() }
    const attempt = await attemptsAt(database, name).claim(answered)
    if (!attempt) {
      await recordFailure(name, await attemptsAt(database, name).explain(answered))
      return backToForm(context, interaction, {
        lang: languageOf(context, interaction),
        reason: 'expired',
        name,
      })
    }
    const outcome = await findSubject({ name, client }, answer, attempt)
    if ('reason' in outcome) return backToForm(context, interaction, { lang: attempt.language, ...outcome, name })
    return finishInteraction(provider, context, { interaction, subject: outcome.subject, by: 'sign-in.linked' })
  }

  async function recordFailure(name: string, error: unknown): Promise<void> {
    const event = { at: clock(), action: 'sign-in.linked', subjectId: null } as const
    if (error instanceof SignInError) await recordSignInFailure({ database, log }, error, { ...event, through: name })
  }

  async function findSubject(
    { name, client }: At,
    answer: AuthorizationResponse,
    attempt: AttemptSecrets & { beganAt: Date },
  ): Promise<{ subject: string } | Pick<LinkedSignInFailure, 'reason'>> {
    try {
      const person = await client.redeem(answer, attempt)
      rejectStaleLogin(person, { beganAt: attempt.beganAt, now: clock() })
      const subject = await findSubjectOfLinkedAccount(database, { name, externalSubject: person.subject })
      if (subject !== null) return { subject }
      // Unknown account: only users who have linked it can sign in.
      const refused = { at: clock(), action: 'sign-in.linked', subjectId: null, detail: name } as const
      await auditRejection(database, { ...refused, problem: 'not-linked' })
      return { reason: 'unlinked' }
    } catch (error) {
      const reason = linkErrorOf(error)
      await recordFailure(name, error)
      return { reason }
    }
  }
}

function backToForm(
  context: PageContext,
  { uid }: Interaction,
  { lang, ...failure }: LinkedSignInFailure & { lang: string },
): void {
  context.redirect(`/interaction/${uid}?${new URLSearchParams({ lang, ...linkedFailureQuery(failure) })}`)
}

/** Subject of the user who has linked this account, with or without a password; null if there is none. */
async function findSubjectOfLinkedAccount(
  database: Database,
  { name, externalSubject }: { name: string; externalSubject: string },
): Promise<string | null> {
  const [account] = await database
    .select({ subject: providerAccounts.subject })
    .from(linkedAccounts)
    .innerJoin(users, eq(users.id, linkedAccounts.userId))
    .innerJoin(providerAccounts, eq(providerAccounts.subject, users.subject))
    .where(and(eq(linkedAccounts.provider, name), eq(linkedAccounts.externalSubject, externalSubject)))
  return account?.subject ?? null
}

/** Why a sign-in through a linked account failed. */
export type LinkedSignInFailure = { reason: keyof PageMessages['through']; name: string }

/** Encoded in the URL of the sign-in page, so that a reload shows the same message. */
function linkedFailureQuery({ reason, name }: LinkedSignInFailure): Record<string, string> {
  return { through: name, failure: reason }
}

export function parseLinkedFailure({ through, failure }: Record<string, unknown>, names: readonly string[]) {
  const name = names.find((known) => known === through)
  return name !== undefined && isReason(failure) ? ({ kind: 'through', reason: failure, name } as const) : null
}

function isReason(value: unknown): value is LinkedSignInFailure['reason'] {
  return typeof value === 'string' && Object.hasOwn(pageMessages.ru.through, value)
}
