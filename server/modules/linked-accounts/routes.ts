import { getLinkAddress, listAccounts, unlinkAccount } from '#contract/account.ts'
import { linkResultPath } from '#server/identity/link-providers.ts'
import { answerIn } from '#server/identity/provider-answer.ts'
import { languageOfPage } from '#server/language.ts'
import { serve } from '#server/plugins/calls.ts'
import type { App } from '#server/surroundings.ts'
import { accountsOf, unlink } from './linked-accounts.ts'
import { finishLinking, startLinking } from './linking.ts'

export async function linkedAccountsRoutes(app: App): Promise<void> {
  serve(app, listAccounts, ({ session }) => accountsOf(app.database, session.userId))

  serve(app, getLinkAddress, ({ session, params, language }) =>
    startLinking(app, { session, provider: params.provider, language }),
  )

  serve(app, unlinkAccount, ({ session, params, language }) =>
    unlink(app, { userId: session.userId, sessionId: session.id, id: params.id, language, now: app.clock() }),
  )

  app.get<{ Params: { provider: string }; Querystring: Record<string, unknown> }>(
    linkResultPath(':provider'),
    async (request, reply) => {
      const { session, query } = request
      const { provider } = request.params
      const language = languageOfPage(request)
      const outcome = await finishLinking(app, { session, provider, answer: answerIn(query), language })
      const told = outcome === 'linked' ? `linked=${encodeURIComponent(provider)}` : `linkError=${outcome}`
      return reply.header('cache-control', 'no-store').redirect(`/profile?${told}`, 303)
    },
  )
}
