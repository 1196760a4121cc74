import type { LinkError, Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
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
  return { url: await client.authorizationUrl(secrets, language, { prompt: 'login' }) }
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
  try {
    const { subject, login } = await client.redeem(answer, attempt)
    const { userId, id: sessionId } = session
    const account = { provider, externalSubject: subject, login: login ?? subject }
    return await linkAccount(app, { userId, sessionId, ...account, language, now })
  } catch (error) {
    return faultOf(error)
  }
}
