import type Provider from 'oidc-provider'
import { noticePage } from '#server/html/notice-page.ts'
import { type PageContext, sendPage } from '#server/idp/page-context.ts'
import { interactionLanguage } from './interaction-language.ts'

/** The interaction has expired or belongs to another browser. */
export function isInteractionExpired(error: unknown): boolean {
  return error instanceof Error && error.name === 'SessionNotFound'
}

/** Going back to the page after signing in is not an error: redirects to the application. */
export async function sendExpiredPage(provider: Provider, context: PageContext, home: string): Promise<void> {
  const { accountId } = await provider.Session.get(context)
  if (accountId !== undefined && context.method === 'GET') return context.redirect(home)
  sendPage(context, 400, noticePage({ language: interactionLanguage(context), home, notice: 'expired' }))
}
