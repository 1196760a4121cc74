import type Provider from 'oidc-provider'
import type { Locale } from '#contract/enumerations.ts'
import { nameLength } from '#contract/limits.ts'
import { namePattern, normalizeName } from '#contract/people/names.ts'
import type { Database } from '#server/db/client.ts'
import type { Env } from '#server/environment/env.ts'
import type { PageSite } from '#server/html/page-site.ts'
import { findAccount } from '#server/idp/accounts/accounts.ts'
import { verifyPassword } from '#server/idp/accounts/password-hash.ts'
import type { KnownBrowsers } from '#server/idp/interactions/known-browsers.ts'
import { languageOf, type PageContext, readForm, sendNotice, sendPage } from '#server/idp/interactions/page-context.ts'
import type { PreparedSignIn } from '#server/idp/interactions/prepared-sign-in.ts'
import { passwordProblem } from '#server/idp/recovery/recovery-messages.ts'
import { findInvitation, type OpenedInvitation } from '#server/invitations/invitations.ts'
import { consume, networkOfAddress } from '#server/security/rate-limit-counters.ts'
import { isToken } from '#server/security/tokens.ts'
import { acceptInvitation, type PersonName } from './accept-invitation.ts'
import { type InvitationProblem, invitationNotice, invitationPage } from './invitation-page.ts'

/** The page behind the link of an invitation. Opening it uses nothing up: mail programs open links. */
export function createInvitationPages({
  provider,
  database,
  clock,
  site,
  env,
  knownBrowsers,
  prepared,
}: {
  provider: Provider
  database: Database
  clock: () => Date
  site: PageSite
  env: Pick<Env, 'SIGN_INS_PER_MINUTE'>
  knownBrowsers: KnownBrowsers
  prepared: PreparedSignIn
}) {
  return async (context: PageContext, next: () => Promise<void>): Promise<void> => {
    const [, token] = /^\/invitation\/([^/]+)$/.exec(context.path) ?? []
    if (token === undefined) return next()
    if (!isToken(token)) return show(context, 'unknown', languageOf(context))
    const visit = { limit: 'invitation-address', key: networkOfAddress(context.ip), max: env.SIGN_INS_PER_MINUTE }
    const wait = await consume(database, [{ ...visit, seconds: 60 }], clock())
    if (wait !== null) {
      context.set('retry-after', String(wait))
      return sendNotice(context, 429, 'crowded', site)
    }
    if (context.method === 'GET' || context.method === 'HEAD') return open(context, token)
    const fields = context.method === 'POST' ? await readForm(context) : null
    if (!fields) return sendNotice(context, 400, 'refused', site)
    const password = fields.get('password') ?? ''
    const found = await findInvitation(database, token, clock())
    const name = found?.name === '' ? nameIn(fields) : undefined
    const problem = name && !isName(name) ? 'name' : await passwordProblem(password)
    if (problem) return open(context, token, { problem, name, language: fields.get('lang') })
    const accepted = await acceptInvitation(database, { token, password, name, now: clock() })
    const language = languageOf(context, undefined, fields.get('lang'))
    if (accepted?.state === 'open') return signIn(context, accepted, language)
    if (accepted?.state === 'used' && (await isItsPassword(accepted, password)))
      return signIn(context, accepted, language)
    return show(context, accepted?.state ?? 'unknown', language)
  }

  /**
   * The application starts the sign-in, whose page finds it prepared. The session of another person at the provider ends;
   * the application replaces its own.
   */
  async function signIn(context: PageContext, { subject }: OpenedInvitation, language: Locale): Promise<void> {
    const account = subject === null ? null : await findAccount(database, subject)
    if (!account) return show(context, 'unknown', language)
    const session = await provider.Session.get(context)
    if (session.accountId !== undefined) await session.destroy()
    knownBrowsers.remember(context, account)
    prepared.prepare(context, account.subject)
    context.redirect(`${site.home}auth/sign-in?${new URLSearchParams({ lang: language, from_url: '/' })}`)
    context.status = 303
  }

  /** A form submitted twice: the second is accepted if the password is already the new one. */
  async function isItsPassword({ id, subject }: OpenedInvitation, password: string): Promise<boolean> {
    const account = subject === null ? null : await findAccount(database, subject)
    if (!account) return false
    const tried = [{ limit: 'invitation-password', key: id, max: 10, seconds: 300 }]
    return (await consume(database, tried, clock())) === null && verifyPassword(account.passwordHash, password)
  }

  /** The name of a person whose session this browser has, unless it is the invited one. */
  async function signedInOther(context: PageContext, { subject }: OpenedInvitation): Promise<string | null> {
    const { accountId } = await provider.Session.get(context)
    if (accountId === undefined || accountId === subject) return null
    return (await findAccount(database, accountId))?.name ?? null
  }

  async function open(
    context: PageContext,
    token: string,
    submitted: {
      problem: InvitationProblem | null
      name: PersonName | undefined
      language: string | null
    } | null = null,
  ): Promise<void> {
    const found = await findInvitation(database, token, clock())
    const language = languageOf(context, undefined, submitted?.language)
    if (found?.state !== 'open') return show(context, found?.state ?? 'unknown', language)
    const signedIn = await signedInOther(context, found)
    const person = found.name === '' ? (submitted?.name ?? { firstName: '', lastName: '' }) : null
    const problem = submitted?.problem ?? null
    const page = invitationPage({ language, site, name: found.target, person, problem, signedIn })
    sendPage(context, problem ? 422 : 200, page)
  }

  function show(
    context: PageContext,
    notice: Parameters<typeof invitationNotice>[0]['notice'],
    language: Locale,
  ): void {
    const status = { used: 410, expired: 410, revoked: 410, unknown: 404 }[notice]
    sendPage(context, status, invitationNotice({ language, site, notice }))
  }
}

function nameIn(fields: URLSearchParams): PersonName {
  return {
    firstName: normalizeName(fields.get('firstName') ?? ''),
    lastName: normalizeName(fields.get('lastName') ?? ''),
  }
}

function isName(name: PersonName): boolean {
  return Object.values(name).every((part) => part !== '' && part.length <= nameLength && namePattern.test(part))
}
