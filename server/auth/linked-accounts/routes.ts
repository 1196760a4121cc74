import { getLinkAddress, listAccounts, unlinkAccount } from '#contract/account.ts'
import type { App } from '#server/app-types.ts'
import { parseAuthorizationResponse } from '#server/auth/oidc/authorization-response.ts'
import { linkCallbackPath } from '#server/auth/oidc/link-provider-clients.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { pageLanguage } from '#server/request-language.ts'
import { finishLinking, startLinking } from './link-account.ts'
import { findLinkedAccounts, removeLinkedAccount } from './linked-accounts.ts'

export async function linkedAccountsRoutes(app: App): Promise<void> {
  registerCall(app, listAccounts, ({ session }) => findLinkedAccounts(app.database, session.userId))

  registerCall(app, getLinkAddress, ({ session, params, language }) =>
    startLinking(app, { session, provider: params.provider, language }),
  )

  registerCall(app, unlinkAccount, ({ session, params, language }) =>
    removeLinkedAccount(app, {
      userId: session.userId,
      sessionId: session.id,
      id: params.id,
      language,
      now: app.clock(),
    }),
  )

  app.get<{ Params: { provider: string }; Querystring: Record<string, unknown> }>(
    linkCallbackPath(':provider'),
    async (request, reply) => {
      const { session, query } = request
      const { provider } = request.params
      const language = pageLanguage(request)
      const outcome = await finishLinking(app, {
        session,
        provider,
        answer: parseAuthorizationResponse(query),
        language,
      })
      const told = outcome === 'linked' ? `linked=${encodeURIComponent(provider)}` : `linkError=${outcome}`
      return reply.header('cache-control', 'no-store').redirect(`/profile?${told}`, 303)
    },
  )
}
