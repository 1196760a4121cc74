import { nameLength } from '#contract/limits.ts'
import { namePattern, normalizeName } from '#contract/people/names.ts'
import type { Database } from '#server/db/client.ts'
import type { Env } from '#server/environment/env.ts'
import type { PageSite } from '#server/html/page-site.ts'
import { languageOf, type PageContext, readForm, sendNotice, sendPage } from '#server/idp/interactions/page-context.ts'
import { rememberLogin } from '#server/idp/interactions/remembered-login.ts'
import { passwordProblem } from '#server/idp/recovery/recovery-messages.ts'
import { findInvitation } from '#server/invitations/invitations.ts'
import { consume, networkOfAddress } from '#server/security/rate-limit-counters.ts'
import { isToken } from '#server/security/tokens.ts'
import { acceptInvitation, type PersonName } from './accept-invitation.ts'
import { type InvitationProblem, invitationNotice, invitationPage } from './invitation-page.ts'

/** The page behind the link of an invitation. Opening it uses nothing up: mail programs open links. */
export function createInvitationPages({
  database,
  clock,
  site,
  env,
}: {
  database: Database
  clock: () => Date
  site: PageSite
  env: Pick<Env, 'SIGN_INS_PER_MINUTE'>
}) {
  return async (context: PageContext, next: () => Promise<void>): Promise<void> => {
    const [, token] = /^\/invitation\/([^/]+)$/.exec(context.path) ?? []
    if (token === undefined) return next()
    if (!isToken(token)) return show(context, 'unknown')
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
    const notice = accepted?.state === 'open' ? 'done' : (accepted?.state ?? 'unknown')
    if (accepted && notice === 'done') rememberLogin(context, accepted.target)
    return show(context, notice, accepted?.target, fields.get('lang'))
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
    if (found?.state !== 'open') return show(context, found?.state ?? 'unknown')
    const language = languageOf(context, undefined, submitted?.language)
    const person = found.name === '' ? (submitted?.name ?? { firstName: '', lastName: '' }) : null
    const problem = submitted?.problem ?? null
    sendPage(context, problem ? 422 : 200, invitationPage({ language, site, name: found.target, person, problem }))
  }

  function show(
    context: PageContext,
    notice: Parameters<typeof invitationNotice>[0]['notice'],
    name = '',
    submitted?: string | null,
  ): void {
    const status = { done: 200, used: 410, expired: 410, revoked: 410, unknown: 404 }[notice]
    sendPage(
      context,
      status,
      invitationNotice({ language: languageOf(context, undefined, submitted), site, notice, name }),
    )
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
