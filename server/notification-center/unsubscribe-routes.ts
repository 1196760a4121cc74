import type { App } from '#server/app-types.ts'
import { unsubscribePage } from '#server/html/notice-page.ts'
import { categoriesOf, readUnsubscribeToken } from '#server/notifications/unsubscribe-links.ts'
import { type LinkPage, registerLinkPage } from '#server/plugins/link-page.ts'
import { stopEmails } from './notification-settings.ts'

type Shown = Pick<Parameters<typeof unsubscribePage>[0], 'state' | 'categories'>

/** The link of an email that stops such emails. */
export function unsubscribeRoutes(app: App): void {
  const { database } = app

  registerLinkPage(app, '/unsubscribe/:token', {
    async ask(token) {
      const link = await readUnsubscribeToken(database, token)
      return pageOf(link ? { state: 'question', categories: categoriesOf(link.scope) } : lost)
    },
    async press(token) {
      const link = await readUnsubscribeToken(database, token)
      if (!link) return pageOf(lost)
      const categories = categoriesOf(link.scope)
      await stopEmails(database, link.userId, categories)
      return pageOf({ state: 'done', categories })
    },
  })
}

const lost: Shown = { state: 'lost', categories: [] }

function pageOf(shown: Shown): LinkPage {
  return { isLost: shown.state === 'lost', render: (page) => unsubscribePage({ ...page, ...shown }) }
}
