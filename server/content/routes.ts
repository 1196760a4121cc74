import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { and, asc, eq, gte, lte, sql } from 'drizzle-orm'
import { getFooter, listBanners } from '#contract/content.ts'
import { type RouteName, routeNames } from '#contract/enumerations.ts'
import type { App } from '#server/app-types.ts'
import { banners } from '#server/db/schema/content.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { buildFooter } from './footer.ts'

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

  await serveDemoImages(app)
  serveLogo(app)
  registerCall(app, getFooter, ({ language }) => buildFooter(language, app.env))
  registerCall(app, listBanners, async ({ language }) => {
    const shown = await shownBanners.execute({ language, today: dayInZone(app.clock(), app.env.TIME_ZONE) })
    return shown.map((banner) => ({ ...banner, placement: banner.placement.filter(isRouteName) }))
  })
}

/** The database does not check the names of screens, so that a new screen needs no migration. */
function isRouteName(name: string): name is RouteName {
  return routeNames.some((known) => known === name)
}

/** The address of the logo names its content, so it is cached for good. */
function serveLogo(app: App): void {
  const { logo } = app.env.SCHOOL
  if (!logo) return
  app.get(logo.url, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=31536000, immutable').type(logo.type).send(logo.content),
  )
}

/** Public pictures of the demo school's events and banners. */
async function serveDemoImages(app: App): Promise<void> {
  await app.register(fastifyStatic, {
    root: fileURLToPath(new URL('../demo/content/pictures', import.meta.url)),
    prefix: '/pictures/',
    wildcard: false,
    index: false,
    decorateReply: false,
    maxAge: '1d',
  })
}
