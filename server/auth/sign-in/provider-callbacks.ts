import type { App } from '#server/app-types.ts'
import { noteArrival } from '#server/auth/oidc/attempts.ts'
import { parseAuthorizationResponse } from '#server/auth/oidc/client.ts'
import { SignInError } from '#server/auth/oidc/sign-in-error.ts'
import { findSessionCheck } from '#server/auth/provider-session/session-check.ts'
import { resultPath } from '#server/environment/provider-settings.ts'
import { findSignInAttempt } from './sign-in.ts'
import { recordFailureOnTheWay } from './sign-in-failures.ts'

/**
 * Redirect addresses of named providers, which lead on to the result page with the response unchanged. A response
 * at the address of another provider than the attempt's is refused before its code is sent anywhere: not every provider
 * names itself in the response (mix-up attack, RFC 9700, 4.4). So is a code that arrived at none of these addresses: a
 * provider may still know the address that it had as the only one.
 */
export function serveProviderCallbacks(app: App): void {
  const config = { isVisited: true, limit: 'sign-in' } as const
  for (const { name, resultPath: path } of app.env.PROVIDERS) {
    if (path === resultPath) continue
    app.get<{ Querystring: Record<string, unknown> }>(path, { config }, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { state, code } = parseAuthorizationResponse(request.query)
      const attempt =
        state === undefined
          ? null
          : ((await findSignInAttempt(app, state)) ?? (await findSessionCheck(app.database, state)))
      if (attempt === null || attempt.provider === name) {
        if (attempt !== null && state !== undefined && code !== undefined)
          await noteArrival(app.database, { state, code })
        const { search } = new URL(request.url, app.env.PUBLIC_URL)
        return reply.redirect(`${resultPath}${search}`, 303)
      }
      const expected = `a response of ${attempt.provider}`
      const seen = `a response at the redirect address of ${name}`
      const error = new SignInError('issuer-differs', { setting: null, expected, seen })
      error.provider = attempt.provider
      const { fromUrl } = attempt
      return reply.redirect(await recordFailureOnTheWay(app, request, { error, fromUrl }), 303)
    })
  }
}
