import {
  changeNews,
  getSchoolNews,
  listEditedNews,
  listNewsAudiences,
  listSchoolNews,
  previewNews,
  publishNews,
  withdrawNews,
} from '#contract/school-news.ts'
import type { App } from '#server/app-types.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { serveListFile } from '#server/plugins/list-files.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { changeStoredNews, storeNews, withdrawStoredNews } from './edit-news.ts'
import { findAudiences, findEditedNews, findNewsItem, findSchoolNews } from './news-list.ts'
import { makeNewsPreview } from './preview-news.ts'

/** News of the school: read by the people whom they are for, written by administrators. */
export async function schoolNewsRoutes(app: App): Promise<void> {
  const { database, clock } = app
  const time = () => {
    const now = clock()
    return { now, today: dayInZone(now, app.env.TIME_ZONE) }
  }

  registerCall(app, listSchoolNews, ({ session: { userId }, query: { page } }) =>
    findSchoolNews(database, { userId, page, ...time() }),
  )
  registerCall(app, getSchoolNews, ({ session: { userId }, params: { id } }) =>
    findNewsItem(database, { newsId: id, userId, ...time() }),
  )

  registerCall(app, listEditedNews, ({ query: { page } }) => findEditedNews(database, { page, now: clock() }))
  serveListFile(app, listEditedNews, 'news', ({ query: { page } }, pageSize) =>
    findEditedNews(database, { page, now: clock() }, pageSize),
  )
  registerCall(app, listNewsAudiences, () => findAudiences(database, time().today))

  registerCall(app, previewNews, ({ body }) =>
    makeNewsPreview(database, { ...body, today: time().today, texts: app.env.CONSENTS }),
  )
  registerCall(app, publishNews, ({ session: { userId }, body, database: transaction }) =>
    storeNews(transaction, { ...body, userId, now: clock() }),
  )
  registerCall(app, changeNews, ({ params: { id }, body }) =>
    database.transaction((transaction) => changeStoredNews(transaction, { ...body, id, now: clock() })),
  )
  registerCall(app, withdrawNews, async ({ params: { id } }) => {
    await database.transaction((transaction) => withdrawStoredNews(transaction, { id, now: clock() }))
    return undefined
  })
}
