import { globSync, readFileSync } from 'node:fs'
import { formatter } from '@lingui/format-po'
import { createMemoryHistory } from '@tanstack/react-router'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Locale, locales } from '#contract/enumerations.ts'
import { landingOf } from '#contract/landing.ts'
import { knownRoles, selectGroup } from '#contract/roles.ts'
import { type Screen, screens } from '#contract/screens.ts'
import { clockAt } from '#src/clock.ts'
import { createApp } from '#src/create-app.tsx'
import {
  openDocuments,
  type ServedDocument,
  schoolInstant,
  type ViewerName,
  viewers,
} from '#tests/support/documents.ts'

// Every screen of the table is drawn here, for everybody, in both languages, in Node and without a document.
let documents: Awaited<ReturnType<typeof openDocuments>>
beforeAll(async () => {
  documents = await openDocuments()
})
afterAll(() => documents.close())

const names = (Object.values(screens) as Screen[]).filter(({ address }) => address !== null).map(({ name }) => name)

test('there is no document here', () => {
  expect([typeof document, typeof window]).toEqual(['undefined', 'undefined'])
})

describe.each(names)('%s', (name) => {
  const cases = (Object.keys(viewers) as ViewerName[]).flatMap((viewer) =>
    locales.map((language) => ({ viewer, language })),
  )
  test.each(cases)('is drawn for $viewer in $language', async ({ viewer, language }) => {
    const served = await documents.documentOf(name, viewer, { language })
    if (served === null) throw new Error('Every screen with an address is served')
    const drawn = await draw(served, language)
    const landing = landingIn(served)
    if (landing.screen !== name) return expect(drawn.ledTo).toBe(screens[landing.screen].address)
    expect(drawn.ledTo).toBeNull()
    // A page of one line has words of its own for what is under way.
    if (screens[name].layout !== 'empty') expect(drawn.markup).toContain(escaped(screens[name].title[language]))
    // What a visitor's page asks is refused, which leads to sign-in (D-6): the document brings none of it.
    // A 404 is served with nobody's data.
    if (viewer !== 'visitor' && name !== '404') expect(drawn.asked).toEqual([])
    if (!landing.isForOtherGroup) expect(ownWordsIn(drawn.markup, name, language)).not.toEqual([])
  })
})

/** The whole app at an address, from what the document brought; what it asks for all the same is kept in `asked`. */
async function draw({ address, boot }: ServedDocument, language: Locale) {
  const asked: string[] = []
  const app = createApp({
    boot,
    recallRoleGroup: () => null,
    locale: language,
    history: createMemoryHistory({ initialEntries: [address] }),
    clock: clockAt(schoolInstant),
    fetch: async (input) => {
      asked.push(String(input))
      throw new TypeError('Nothing is asked while a page is drawn')
    },
  })
  const element = await app.start()
  await app.router.load()
  const result = app.router._serverResult
  if (result?.type !== 'render') {
    const { pathname } = new URL(String(result?.redirect.headers.get('location')), 'http://here')
    return { markup: '', asked, ledTo: pathname }
  }
  const markup = renderToString(createElement(() => element))
  app.session.stop()
  app.queryClient.clear()
  return { markup, asked, ledTo: null }
}

function landingIn({ screen, boot }: ServedDocument) {
  const { profile = null } = boot
  const roles = knownRoles(profile?.roles ?? [])
  const viewer = profile && { roles, group: selectGroup(roles, null), isLoggedAs: profile.isLoggedAs }
  return landingOf(screens[screen], viewer)
}

/** Messages of the screen's own catalog that stand in the markup; those with parts to fill in are not looked for. */
function ownWordsIn(markup: string, screen: Screen['name'], language: Locale): string[] {
  return catalogOf(screen, language).filter((words) => markup.includes(escaped(words)))
}

const parsed = new Map<string, string[]>()
function catalogOf(screen: Screen['name'], language: Locale): string[] {
  const path = `src/routes/-${screen}/words.${language}.po`
  const known = parsed.get(path)
  if (known !== undefined) return known
  const [found] = globSync(path)
  const catalog = found === undefined ? {} : formatter().parse(readFileSync(found, 'utf8'), {} as never)
  const words = Object.values(catalog as Record<string, { translation?: string }>)
    .map(({ translation = '' }) => translation)
    .filter((text) => text !== '' && !/[{}<>#]/.test(text))
  parsed.set(path, words)
  return words
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;').replaceAll('<', '&lt;')
}
