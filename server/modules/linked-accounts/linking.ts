import type { AuditProblem } from '#contract/audit.ts'
import type { LinkError, Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { askingAnew, refuseKnownlyRemembered } from '#server/identity/asked-anew.ts'
import { auditRefusal } from '#server/identity/audit.ts'
import { oidcAttemptsOf } from '#server/identity/oidc-attempts.ts'
import type { ProviderAnswer } from '#server/identity/oidc-client.ts'
import { faultOf } from '#server/identity/oidc-faults.ts'
import { refuse } from '#server/refusal.ts'
import type { App, Session } from '#server/surroundings.ts'
import { linkAccount } from './linked-accounts.ts'

const attemptsAt = (database: Database, provider: string) => oidcAttemptsOf(database, `link ${provider}`)

/** Where to choose the account: the provider asks again even whom it knows, since the browser may not be the person's own. */
export async function startLinking(
  { links, database, clock }: App,
  { session, provider, language }: { session: Session; provider: string; language: Locale },
): Promise<{ url: string }> {
  const client = links.get(provider) ?? refuse('not-found', 'No such provider')
  const secrets = await attemptsAt(database, provider).start({ holder: session.id, kept: {}, now: clock() })
  return { url: await client.authorizationUrl(secrets, language, askingAnew) }
}

/** Who thinks better of it, or takes too long, has not been refused. */
const problemOfError: Record<LinkError, AuditProblem | null> = {
  taken: 'account-taken',
  refused: 'sign-in-attempt-refused',
  unreachable: 'provider-unreachable',
  cancelled: null,
  expired: null,
}

/** What came of it. The state is good once, for the session that began, whoever brings it. */
export async function finishLinking(
  app: App,
  {
    session,
    provider,
    answer,
    language,
  }: { session: Session | null; provider: string; answer: ProviderAnswer; language: Locale },
): Promise<'linked' | LinkError> {
  const { links, database, clock } = app
  const client = links.get(provider)
  const { state } = answer
  if (!client || !session || session.isLoggedAs || state === undefined) return 'expired'
  const now = clock()
  const attempt = await attemptsAt(database, provider).claim({ state, holders: [session.id], now })
  if (!attempt) return 'expired'
  const { userId, id: sessionId } = session
  const chosen = client.redeem(answer, attempt).then((person) => {
    refuseKnownlyRemembered(person, { beganAt: attempt.beganAt, now })
    return person
  })
  const outcome = await chosen.then(({ subject, login }) => {
    const account = { provider, externalSubject: subject, login: login ?? subject }
    return linkAccount(app, { userId, sessionId, ...account, language, now })
  }, faultOf)
  const problem = outcome === 'linked' ? null : problemOfError[outcome]
  const refused = { at: now, action: 'account.linked', subjectId: userId, detail: provider } as const
  if (problem) await auditRefusal(database, { ...refused, problem })
  return outcome
}
