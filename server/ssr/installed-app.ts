import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '#contract/enumerations.ts'
import { screens } from '#contract/screens.ts'
import type { App } from '#server/app-types.ts'
import { pageLanguage } from '#server/http/request-language.ts'
import type { HtmlDocument } from './html-document.ts'

/** What the installed app and its worker consist of. The build has the same files for static hosts. */
export const installedAppFiles = ['sw.js', 'offline.html', 'manifest.webmanifest']

/** Deletes what the worker of a release has stored, and the worker itself (SERVICE_WORKER=off). */
const workerThatLeaves = `
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
})()))
`

/** The worker, the document that it shows without a connection, and the manifest with the name of the school. */
export function installedApp(app: App, dist: string, document: HtmlDocument | null): void {
  const workerPath = join(dist, 'sw.js')
  if (document === null || !existsSync(workerPath)) return
  const worker = app.env.SERVICE_WORKER ? readFileSync(workerPath, 'utf8') : workerThatLeaves
  const files = JSON.parse(readFileSync(join(dist, 'manifest.webmanifest'), 'utf8')) as object

  app.get('/sw.js', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(worker),
  )
  app.get('/offline.html', (request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(document.offline(pageLanguage(request))),
  )
  app.get('/manifest.webmanifest', (request, reply) => {
    const language = pageLanguage(request)
    const { name, color } = app.env.SCHOOL
    const title = name?.[language] ?? productNames[language]
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(
        JSON.stringify({
          ...files,
          lang: language,
          name: title,
          short_name: title,
          ...(color && { theme_color: color }),
          shortcuts: shortcuts.map((screen) => ({
            name: screens[screen].title[language],
            url: screens[screen].address,
          })),
        }),
      )
  })
}

const productNames: Record<Locale, string> = { ru: 'Личный кабинет', en: 'Personal account' }
const shortcuts = ['schedule', 'grade-book', 'contracts-and-payments', 'events'] as const
