import type { Database } from '#server/db/client.ts'
import { readOutbox } from '#server/delivery/outbox.ts'
import { type PageContext, showPage } from './context.ts'
import { chooseLanguage } from './language.ts'
import { outboxPage } from './outbox-page.ts'

type OutboxOptions = { database: Database; home: string; demo: boolean; timeZone: string }

/**
 * `/outbox` shows what would have gone out as mail and SMS; `/outbox.json` says the same, of one target with `?to=`.
 * Whoever opens them reads it: outside the demo they do not exist.
 */
export function createOutbox({ database, home, demo, timeZone }: OutboxOptions) {
  return async (context: PageContext, next: () => Promise<void>): Promise<void> => {
    if (!demo || (context.path !== '/outbox' && context.path !== '/outbox.json')) return next()
    const messages = await readOutbox(database, parameter(context, 'to'))
    if (context.path === '/outbox.json') {
      context.type = 'json'
      context.body = JSON.stringify(messages)
      return
    }
    const language = chooseLanguage({
      asked: parameter(context, 'lang'),
      acceptLanguage: context.get('accept-language'),
    })
    showPage(context, 200, outboxPage({ language, home, timeZone, messages }))
  }
}

function parameter(context: PageContext, name: string): string | undefined {
  const value = context.query[name]
  return typeof value === 'string' ? value : undefined
}
