import type Provider from 'oidc-provider'
import { type PageContext, showPage } from './context.ts'
import { languageOf } from './interaction-language.ts'
import { noticePage } from './notice-page.ts'

/** Of an interaction that is over, or that another browser began. */
export function isExpired(error: unknown): boolean {
  return error instanceof Error && error.name === 'SessionNotFound'
}

/** Going back to the page after signing in is no fault: it leads on to the application. */
export async function showExpired(provider: Provider, context: PageContext, home: string): Promise<void> {
  const { accountId } = await provider.Session.get(context)
  if (accountId !== undefined && context.method === 'GET') return context.redirect(home)
  showPage(context, 400, noticePage({ language: languageOf(context), home, notice: 'expired' }))
}
