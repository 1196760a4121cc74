import { and, asc, eq, gte, lte, sql } from 'drizzle-orm'
import { getFooter, listBanners } from '#contract/content.ts'
import { dayAt } from '#server/days.ts'
import { banners } from '#server/db/schema/content.ts'
import { serve } from '#server/plugins/calls.ts'
import type { App } from '#server/surroundings.ts'
import { footerOf } from './footer.ts'
import { servePictures } from './pictures.ts'

export async function contentRoutes(app: App) {
  const { id: uuid, title, text, imageUrl, url, placement } = banners
  const today = sql.placeholder('today')
  const shownBanners = app.database
    .select({ uuid, title, text, imageUrl, url, placement })
    .from(banners)
    .where(
      and(
        eq(banners.language, sql.placeholder('language')),
        lte(banners.shownFrom, today),
        gte(banners.shownUntil, today),
      ),
    )
    .orderBy(asc(banners.position))
    .prepare('banners')

  await servePictures(app)
  serve(app, getFooter, ({ language }) => footerOf(language, app.env))
  serve(app, listBanners, ({ language }) =>
    shownBanners.execute({ language, today: dayAt(app.clock(), app.env.TIME_ZONE) }),
  )
}
