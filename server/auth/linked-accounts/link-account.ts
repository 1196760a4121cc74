import type { AuditProblem } from '#contract/audit.ts'
import type { LinkError, Locale } from '#contract/enumerations.ts'
import type { App, Session } from '#server/app-types.ts'
import { auditRejection } from '#server/audit-log.ts'
import { oidcAttemptStore } from '#server/auth/oidc/attempts.ts'
import type { AuthorizationResponse } from '#server/auth/oidc/client.ts'
import { failureReason } from '#server/auth/oidc/errors.ts'
import { forceLoginParameters, rejectStaleLogin } from '#server/auth/oidc/reauthentication.ts'
import type { Database } from '#server/db/client.ts'
import { throwProblem } from '#server/http-error.ts'
import { linkAccount } from './linked-accounts.ts'

const attemptsAt = (database: Database, provider: string) => oidcAttemptStore(database, `link ${provider}`)

/** URL of the provider. Forces a new login, because the browser may be shared. */
export async function startLinking(
  { links, database, clock }: App,
  { session, provider, language }: { session: Session; provider: string; language: Locale },
): Promise<{ url: string }> {
  const client = links.get(provider) ?? throwProblem('not-found', 'No such provider')
  const secrets = await attemptsAt(database, provider).start({ holder: session.id, kept: {}, now: clock() })
  return { url: await client.authorizationUrl(secrets, language, forceLoginParameters) }
}

/** Cancellation and timeout are not rejections and are not audited. */
const problemOfError: Record<LinkError, AuditProblem | null> = {
  taken: 'account-taken',
  refused: 'sign-in-attempt-refused',
  unreachable: 'provider-unreachable',
  cancelled: null,
  expired: null,
}

/** Finishes linking. The state works once, only for the session that started it. */
export async function finishLinking(
  app: App,
  {
    session,
    provider,
    answer,
    language,
  }: { session: Session | null; provider: string; answer: AuthorizationResponse; language: Locale },
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
    rejectStaleLogin(person, { beganAt: attempt.beganAt, now })
    return person
  })
  const outcome = await chosen.then(({ subject, login }) => {
    const account = { provider, externalSubject: subject, login: login ?? subject }
    return linkAccount(app, { userId, sessionId, ...account, language, now })
  }, failureReason)
  const problem = outcome === 'linked' ? null : problemOfError[outcome]
  const refused = { at: now, action: 'account.linked', subjectId: userId, detail: provider } as const
  if (problem) await auditRejection(database, { ...refused, problem })
  return outcome
}
