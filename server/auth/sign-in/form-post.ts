import type { App } from '#server/app-types.ts'
import { parseAuthorizationResponse } from '#server/auth/oidc/client.ts'
import { resultPath } from '#server/environment/provider-settings.ts'
import { acceptOnlyForms } from '#server/http/form-bodies.ts'

/**
 * `POST /auth/oauth-result`: the provider's answer as a form (OAuth 2.0 Form Post Response Mode). A form from another site
 * arrives without our cookies, so it is answered with the address of the result page, which the browser opens with them.
 */
export function serveFormPost(app: App): void {
  app.register(async (scope) => {
    acceptOnlyForms(scope)
    const config = { isVisited: true, acceptsOtherOrigins: true } as const
    for (const path of new Set([resultPath, ...app.env.PROVIDERS.map((provider) => provider.resultPath)]))
      scope.post<{ Body: Record<string, unknown> | undefined }>(path, { config }, ({ body }, reply) => {
        const answer = new URLSearchParams(parseAuthorizationResponse(body ?? {}))
        return reply.header('cache-control', 'no-store').redirect(`${path}?${answer}`, 303)
      })
  })
}
