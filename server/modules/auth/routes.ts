import { getLogoutLink, logoutAs, redirectToOauthProvider, sendOauthResult } from '#contract/auth.ts'
import { serve } from '#server/plugins/calls.ts'
import type { App } from '#server/surroundings.ts'
import { finishSignIn, startSignIn } from './sign-in.ts'
import { leaveImpersonation, makeSignOutAddress, serveSignOut } from './sign-out.ts'
import { serveSignedOut } from './signed-out.ts'

export async function authRoutes(app: App): Promise<void> {
  serve(app, redirectToOauthProvider, ({ query, language, request, reply }) =>
    startSignIn(app, { fromUrl: query.from_url, language, request, reply }),
  )

  serve(app, sendOauthResult, ({ body, language, request, reply }) => {
    const { code, state, iss, error, error_description } = body
    const sent = Object.entries({ code, state, iss, error, error_description }).filter(
      ([, value]) => value !== undefined,
    )
    return finishSignIn(app, { answer: Object.fromEntries(sent), language, request, reply })
  })

  serve(app, getLogoutLink, async ({ request }) => ({ url: await makeSignOutAddress(app, request) }))

  serve(app, logoutAs, ({ session, request, reply }) => leaveImpersonation(app, { session, request, reply }))

  serveSignOut(app)
  serveSignedOut(app)
}
