import { getLogoutLink, logoutAs, redirectToOauthProvider, sendOauthResult } from '#contract/auth.ts'
import type { App } from '#server/app-types.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { serveSessionEndedPage } from './session-ended-page.ts'
import { finishSignIn, startSignIn } from './sign-in.ts'
import { createSignOutUrl, leaveImpersonation, serveSignOut } from './sign-out.ts'

export async function authRoutes(app: App): Promise<void> {
  registerCall(app, redirectToOauthProvider, ({ query, language, request, reply }) =>
    startSignIn(app, { fromUrl: query.from_url, language, request, reply }),
  )

  registerCall(app, sendOauthResult, ({ body, language, request, reply }) => {
    const { code, state, iss, error, error_description } = body
    const sent = Object.entries({ code, state, iss, error, error_description }).filter(
      ([, value]) => value !== undefined,
    )
    return finishSignIn(app, { answer: Object.fromEntries(sent), language, request, reply })
  })

  registerCall(app, getLogoutLink, async ({ request }) => ({ url: await createSignOutUrl(app, request) }))

  registerCall(app, logoutAs, ({ session, request, reply }) => leaveImpersonation(app, { session, request, reply }))

  serveSignOut(app)
  serveSessionEndedPage(app)
}
