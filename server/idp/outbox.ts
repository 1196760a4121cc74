import type { Database } from '#server/db/client.ts'
import { chooseLanguage } from '#server/html/preferred-language.ts'
import { readOutbox } from '#server/notifications/outbox.ts'
import { outboxPage } from './outbox-page.ts'
import { type PageContext, sendPage } from './page-context.ts'

type OutboxOptions = { database: Database; home: string; demo: boolean; timeZone: string }

/**
 * Demo only: `/outbox` shows emails and SMS that were not sent; `/outbox.json` returns them as JSON, filtered by
 * `?to=`. Public, so it does not exist outside the demo.
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
    sendPage(context, 200, outboxPage({ language, home, timeZone, messages }))
  }
}

function parameter(context: PageContext, name: string): string | undefined {
  const value = context.query[name]
  return typeof value === 'string' ? value : undefined
}
