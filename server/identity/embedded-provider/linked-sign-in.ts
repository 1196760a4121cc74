import type Provider from 'oidc-provider'
import type { AuditProblem } from '#contract/audit.ts'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { askingAnew, refuseKnownlyRemembered } from '#server/identity/asked-anew.ts'
import { auditRefusal } from '#server/identity/audit.ts'
import type { LinkClients } from '#server/identity/link-providers.ts'
import { oidcAttemptsOf } from '#server/identity/oidc-attempts.ts'
import type { AttemptSecrets, OidcClient, ProviderAnswer } from '#server/identity/oidc-client.ts'
import { faultOf } from '#server/identity/oidc-faults.ts'
import { answerIn } from '#server/identity/provider-answer.ts'
import type { PageContext } from './context.ts'
import { isExpired, showExpired } from './expired.ts'
import { languageOf } from './interaction-language.ts'
import { failureQuery, type LinkedFailure } from './linked-failure.ts'
import { subjectOfLinked } from './linked-subject.ts'
import { type Interaction, resumeAs } from './resume.ts'

export type LinkedSignInOptions = {
  provider: Provider
  database: Database
  clock: () => Date
  /** Clients that come back to `signInResultPath`. */
  links: LinkClients
  home: string
}

/** Begun in the interaction `uid`, whose cookie only one browser has. */
const attemptsAt = (database: Database, name: string) =>
  oidcAttemptsOf<{ uid: string; language: Locale }>(database, `sign-in through ${name}`)

type At = { name: string; client: OidcClient }

const steps = {
  /** Of the button. */
  start: /^\/interaction\/[\w-]+\/through\/([a-z0-9]+)$/,
  /** `signInResultPath`: the other provider knows this one address, where no interaction's cookie comes along. */
  lead: /^\/sign-in-result\/([a-z0-9]+)$/,
  /** Below the interaction's own path, where its cookie tells whose browser this is. */
  finish: /^\/interaction\/[\w-]+\/result\/([a-z0-9]+)$/,
}

/** The way to another provider and back for whoever signs in through an account linked there. */
export function createLinkedSignIn({ provider, database, clock, links, home }: LinkedSignInOptions) {
  const answers = { start, lead, finish }

  return async (context: PageContext, next: () => Promise<void>): Promise<void> => {
    for (const step of ['start', 'lead', 'finish'] as const) {
      const name = steps[step].exec(context.path)?.[1]
      const client = name === undefined ? undefined : links.get(name)
      if (name === undefined || !client || context.method !== 'GET') continue
      try {
        return await answers[step](context, { name, client })
      } catch (error) {
        if (!isExpired(error)) throw error
        return showExpired(provider, context, home)
      }
    }
    return next()
  }

  /** The other provider asks again even whom it knows, since the browser may not be the person's own. */
  async function start(context: PageContext, { name, client }: At): Promise<void> {
    const interaction = await provider.interactionDetails(context.req, context.res)
    const language = languageOf(context, { interaction })
    const { uid } = interaction
    const kept = { uid, language }
    const attempt = await attemptsAt(database, name).start({ holder: uid, kept, now: clock() })
    try {
      context.redirect(await client.authorizationUrl(attempt, language, askingAnew))
    } catch (error) {
      const reason = faultOf(error)
      await auditFailure(name, reason)
      backToForm(context, interaction, { lang: language, reason, name })
    }
  }

  async function lead(context: PageContext, { name }: At): Promise<void> {
    const answer = answerIn(context.query)
    const { state } = answer
    const attempt = state === undefined ? null : await attemptsAt(database, name).find({ state, now: clock() })
    if (!attempt) return showExpired(provider, context, home)
    context.redirect(`/interaction/${attempt.uid}/result/${name}?${new URLSearchParams(answer)}`)
  }

  async function finish(context: PageContext, { name, client }: At): Promise<void> {
    const interaction = await provider.interactionDetails(context.req, context.res)
    const answer = answerIn(context.query)
    const answered = { state: answer.state ?? '', holders: [interaction.uid], now: clock() }
    const attempt = await attemptsAt(database, name).claim(answered)
    if (!attempt) {
      return backToForm(context, interaction, { lang: languageOf(context, { interaction }), reason: 'expired', name })
    }
    const outcome = await whoCame({ name, client }, answer, attempt)
    if ('reason' in outcome) await auditFailure(name, outcome.reason)
    if ('reason' in outcome) return backToForm(context, interaction, { lang: attempt.language, ...outcome, name })
    return resumeAs(provider, context, { interaction, subject: outcome.subject, by: 'sign-in.linked' })
  }

  /** Who came is not known: only somebody whose account is linked is one of ours. */
  async function auditFailure(name: string, reason: LinkedFailure['reason']): Promise<void> {
    const problem = problemOfReason[reason]
    if (problem === null) return
    await auditRefusal(database, { at: clock(), action: 'sign-in.linked', subjectId: null, detail: name, problem })
  }

  async function whoCame(
    { name, client }: At,
    answer: ProviderAnswer,
    attempt: AttemptSecrets & { beganAt: Date },
  ): Promise<{ subject: string } | Pick<LinkedFailure, 'reason'>> {
    try {
      const person = await client.redeem(answer, attempt)
      refuseKnownlyRemembered(person, { beganAt: attempt.beganAt, now: clock() })
      const subject = await subjectOfLinked(database, { name, externalSubject: person.subject })
      return subject === null ? { reason: 'nobody' } : { subject }
    } catch (error) {
      return { reason: faultOf(error) }
    }
  }
}

/** Who thinks better of it, or takes too long, has not been refused. */
const problemOfReason: Record<LinkedFailure['reason'], AuditProblem | null> = {
  nobody: 'not-linked',
  refused: 'sign-in-attempt-refused',
  unreachable: 'provider-unreachable',
  cancelled: null,
  expired: null,
}

function backToForm(
  context: PageContext,
  { uid }: Interaction,
  { lang, ...failure }: LinkedFailure & { lang: string },
): void {
  context.redirect(`/interaction/${uid}?${new URLSearchParams({ lang, ...failureQuery(failure) })}`)
}
