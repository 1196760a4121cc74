import type { Database } from '#server/db/client.ts'
import type { PageSite } from '#server/html/page-site.ts'
import { languageOf, type PageContext, readForm, sendNotice, sendPage } from '#server/idp/page-context.ts'
import { passwordProblem } from '#server/idp/recovery/recovery-messages.ts'
import { findInvitation } from '#server/invitations/invitations.ts'
import { isToken } from '#server/tokens.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { invitationNotice, invitationPage } from './invitation-page.ts'

/** The page behind the link of an invitation. Opening it uses nothing up: mail programs open links. */
export function createInvitationPages({
  database,
  clock,
  site,
}: {
  database: Database
  clock: () => Date
  site: PageSite
}) {
  return async (context: PageContext, next: () => Promise<void>): Promise<void> => {
    const [, token] = /^\/invitation\/([^/]+)$/.exec(context.path) ?? []
    if (token === undefined) return next()
    if (!isToken(token)) return show(context, 'unknown')
    if (context.method === 'GET' || context.method === 'HEAD') return open(context, token, null)
    const fields = context.method === 'POST' ? await readForm(context) : null
    if (!fields) return sendNotice(context, 400, 'refused', site)
    const password = fields.get('password') ?? ''
    const problem = await passwordProblem(password)
    if (problem) return open(context, token, problem, fields.get('lang'))
    const accepted = await acceptInvitation(database, { token, password, now: clock() })
    const notice = accepted?.state === 'open' ? 'done' : (accepted?.state ?? 'unknown')
    return show(context, notice, accepted?.target, fields.get('lang'))
  }

  async function open(
    context: PageContext,
    token: string,
    problem: 'short' | 'common' | null,
    submitted?: string | null,
  ): Promise<void> {
    const found = await findInvitation(database, token, clock())
    if (found?.state !== 'open') return show(context, found?.state ?? 'unknown')
    const language = languageOf(context, undefined, submitted)
    sendPage(context, problem ? 422 : 200, invitationPage({ language, site, name: found.target, problem }))
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
