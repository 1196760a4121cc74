import { globSync, readFileSync } from 'node:fs'
import { formatter } from '@lingui/format-po'
import { createMemoryHistory } from '@tanstack/react-router'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Locale, locales } from '#contract/enumerations.ts'
import type { RenderedPage, RenderLinks, RenderRequest } from '#contract/render-page.ts'
import { decideAccess } from '#contract/route-access.ts'
import { panelTitles, type Screen, screens } from '#contract/screens.ts'
import { fixedClock } from '#src/app/clock.ts'
import { createApp } from '#src/app/create-app.tsx'
import { documentTitleOf } from '#src/app/page-title.ts'
import { prepareForServer, renderPage, resolveLocation } from '#src/ssr/render-page.tsx'
import {
  openDocuments,
  type ServedDocument,
  schoolInstant,
  type ViewerName,
  viewers,
} from '#tests/support/documents/documents.ts'

// Every screen is rendered for every role, in both languages, in Node without a document: by the server for its URL, and
// by an app that records its requests.
let documents: Awaited<ReturnType<typeof openDocuments>>
beforeAll(async () => {
  documents = await openDocuments({ renderPage: renderInTheEast })
})
afterAll(() => documents.close())

const names = (Object.values(screens) as Screen[]).filter(({ address }) => address !== null).map(({ name }) => name)

test('these tests run without a document', () => {
  expect([typeof document, typeof window]).toEqual(['undefined', 'undefined'])
})

test('the time zone of the machine can be changed', () => {
  const offsets = [east, west].map((zone) => {
    process.env.TZ = zone
    return new Date(schoolInstant).getTimezoneOffset()
  })
  expect(offsets).toEqual([-600, 300])
})

describe.each(names)('%s', (name) => {
  // Each viewer in one language, each screen in both.
  const cases = (Object.keys(viewers) as ViewerName[]).flatMap((viewer, index) =>
    locales.map((language, at) => ({ viewer, language, tags: at === index % 2 ? [] : ['nightly'] })),
  )
  for (const { viewer, language, tags } of cases)
    test(`is rendered for ${viewer} in ${language}`, { tags }, async () => {
      const served = await documents.documentOf(name, viewer, { language })
      if (served === null) throw new Error('Every screen with an address is served')
      const landing = landingFor(name, viewer)
      // The home page of a visitor is sign-in, which the browser requests.
      if (name === 'home' && viewer === 'visitor') return expect(renderedPageIn(served.html)).toBeNull()
      if (landing.screen !== name) {
        const [path] = served.leadsTo?.split('?') ?? []
        return expect([served.status, path]).toEqual([303, screens[landing.screen].address])
      }
      const rendered = await draw(served, language)
      expect(rendered.ledTo).toBeNull()
      expect(served.status).toBe(statuses[name] ?? 200)
      expect(renderedPageIn(served.html)).toEqual({
        screen: name,
        language,
        title: documentTitleOf(name, language, nameOfSubject(name, language, served.html)),
        // React puts preloads of images before the markup; the document has them in its head.
        markup: rendered.markup.replace(/^(?:<link [^>]*>)*/, ''),
      })
      // The document has no scripts except the app and the message for a bundle that fails.
      expect(scriptsIn(served.html)).toEqual(['application/json', '', 'module'])
      // A page without layout has its own text while loading, that of the sign-out while it works.
      if (screens[name].layout !== 'empty' && name !== 'logout')
        expect(rendered.markup).toContain(
          // A course has no other heading than its title.
          (name === 'catalog-course' && nameOfSubject(name, language, served.html)) ||
            escaped(headingOf(name, language, viewer)),
        )
      // The requests of a visitor are refused, which leads to sign-in: the document embeds none of their data.
      // A 404 page is served without personal data.
      if (viewer !== 'visitor' && name !== '404') expect(rendered.requested).toEqual([])
      if (!landing.isForOtherGroup) expect(ownWordsIn(rendered.markup, name, language)).not.toEqual([])
    })
})

function headingOf(name: Screen['name'], language: Locale, viewer?: string): string {
  if (name === 'admin') return panelTitles.overview[language]
  // For parents it is a tab of a section, which has the title.
  return screens[name === 'homework' && viewer === 'parent' ? 'progress' : name].title[language]
}

/** A course is named by its heading, a contract by its number, the panel by its first part; undefined for who has none. */
function nameOfSubject(name: Screen['name'], language: Locale, html: string): string | undefined {
  if (name === 'admin') return headingOf(name, language)
  if (name === 'catalog-course') return /<h1[^>]*>(?:<span[^>]*>)?([^<]*)/.exec(html)?.[1]
  if (name !== 'contracts-and-payments-detail') return undefined
  const [, number] = /<title>\S+ (\d\d-\S+) ·/.exec(html) ?? []
  return number && `${screens[name].title[language]} ${number}`
}

test('renders the group choice for an only child', async () => {
  const [alone, ofSeveral] = await Promise.all([
    documents.documentOf('purchase', 'student'),
    documents.documentOf('purchase', 'parent'),
  ])
  expect([alone, ofSeveral].map((served) => /<h2[^>]*>([^<]*)/.exec(served?.html ?? '')?.[1])).toEqual([
    'Какая группа подойдёт?',
    'Кого записать?',
  ])
})

test.each(['?%D0%B8=1', '?%00=1&view=week', '?utm[%D1%8F]=2'])(
  'a page is rendered with the query %s',
  async (search) => {
    const served = await documents.documentOf('schedule', 'parent', { search })
    expect(served?.status).toBe(200)
    expect(renderedPageIn(served?.html ?? '')).toMatchObject({ screen: 'schedule' })
  },
)

test('pages of two users, rendered alternately and concurrently, never mix', {
  timeout: 120_000,
}, async () => {
  const [ofParent, ofTeacher] = await Promise.all([
    documents.documentOf('contracts-and-payments', 'parent', { language: 'ru' }),
    documents.documentOf('profile', 'teacher', { language: 'en' }),
  ])
  if (ofParent === null || ofTeacher === null) throw new Error('Every screen with an address is served')
  const both = [renderRequestOf(ofParent, 'ru'), renderRequestOf(ofTeacher, 'en')]
  const render = (request: RenderRequest) => renderPage(request, withoutCalls)
  const expected = await Promise.all(both.map(render))
  expect(expected.map((one) => JSON.stringify(one).includes('Преподаватель'))).not.toEqual([true, true])
  for (let rounds = 0; rounds < 3; rounds += 1) {
    const turns = Array.from({ length: 10 }, () => both).flat()
    const painted = await Promise.all(turns.map(render))
    expect(painted.filter((one, at) => JSON.stringify(one) !== JSON.stringify(expected[at % 2]))).toEqual([])
  }
})

const [east, west] = ['Asia/Vladivostok', 'America/New_York'] as const

/** No page depends on the time zone of the server: the documents are rendered in another zone than the compared markup. */
async function renderInTheEast(requested: RenderRequest, links: RenderLinks): Promise<RenderedPage | null> {
  process.env.TZ = east
  return renderPage(requested, links)
}

/** The state of a document already has the answers. */
const withoutCalls: RenderLinks = { read: null, onLoaded: () => undefined }

function renderRequestOf({ address, initialState }: ServedDocument, language: Locale): RenderRequest {
  return {
    address,
    language,
    roleGroup: null,
    initialState: JSON.stringify(initialState),
    deadline: Number.POSITIVE_INFINITY,
  }
}

const statuses: Partial<Record<Screen['name'], number>> = { 403: 403, 404: 404, 500: 500 }

/** The rendered page of a document; null for the shell. */
function renderedPageIn(html: string) {
  const found =
    /<html lang="(?<language>\w+)".*<title>(?<title>.*)<\/title>.*<div id="root" data-rendered="(?<screen>[^"]+)">(?<markup>.*)<\/div><script type="application\/json"/s.exec(
      html,
    )
  return found?.groups ? { ...found.groups } : null
}

function scriptsIn(html: string): string[] {
  return [...html.matchAll(/<script([^>]*)>/g)].map(
    ([, attributes = '']) => /type="([^"]+)"/.exec(attributes)?.[1] ?? '',
  )
}

/** Renders the app at a URL from its document; `requested` collects further requests. */
async function draw({ address, initialState }: ServedDocument, language: Locale) {
  process.env.TZ = west
  const requested: string[] = []
  const app = createApp({
    initialState,
    recallRoleGroup: () => null,
    locale: language,
    history: createMemoryHistory({ initialEntries: [address] }),
    clock: fixedClock(schoolInstant),
    fetch: async (input) => {
      requested.push(String(input))
      throw new TypeError('A render sends no requests')
    },
  })
  const element = await app.start()
  prepareForServer(app.router)
  const location = await resolveLocation(app.router)
  if (location === null || location.pathname !== new URL(address, 'http://here').pathname)
    return { markup: '', requested, ledTo: location?.pathname ?? '' }
  app.router.history.replace(location.href)
  await app.router.load()
  const markup = renderToString(createElement(() => element))
  app.session.stop()
  app.queryClient.clear()
  return { markup, requested, ledTo: null }
}

function landingFor(name: Screen['name'], viewer: ViewerName) {
  const { group } = viewers[viewer] ?? { group: null }
  const roles = group === null ? [] : [rolesOf[group]]
  return decideAccess(screens[name], viewers[viewer] && { roles, group, isImpersonating: false })
}

const rolesOf = { admin: 'administrator', parent: 'parent', student: 'student', teacher: 'teacher' } as const

/** Messages of the screen's own files in the markup, without those that have placeholders. */
function ownWordsIn(markup: string, screen: Screen['name'], language: Locale): string[] {
  return catalogOf(screen, language).filter((text) => markup.includes(escaped(text)))
}

function catalogOf(screen: Screen['name'], language: Locale): string[] {
  const folder = `src/routes/-${screen}/`
  return messagesIn(language)
    .filter(({ origin = [] }) => origin.some(([file]) => file.startsWith(folder)))
    .map(({ translation = '' }) => translation)
    .filter((text) => text !== '' && !/[{}<>#]/.test(text))
}

const catalogs = new Map<Locale, CatalogMessage[]>()
type CatalogMessage = { translation?: string; origin?: [file: string, line?: number][] }

function messagesIn(language: Locale): CatalogMessage[] {
  const known = catalogs.get(language)
  if (known !== undefined) return known
  const messages = globSync(`src/locales/${language}/*.po`).flatMap((file): CatalogMessage[] =>
    Object.values(formatter().parse(readFileSync(file, 'utf8'), {} as never)),
  )
  catalogs.set(language, messages)
  return messages
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;').replaceAll('<', '&lt;')
}
