import { isDeepStrictEqual } from 'node:util'
import { expect } from 'playwright/test'
import { type AnyMachineSnapshot, getNextTransitions } from 'xstate'
import type { Locale } from '#contract/enumerations.ts'
import type { Level } from '#tests/model-runner/model.ts'
import { statesIn } from '#tests/model-runner/paths/coverage.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import type { BrowserStage } from './browser-stage.ts'
import { complaintsOf } from './page-assertions.ts'
import { eventually } from './polling.ts'
import { foreignWordsOf } from './untranslated-text.ts'

type Manners = { escape?: string; written?: readonly string[]; unsteady?: Record<string, string> }
type Visited = {
  level: Pick<Level<BrowserStage>, 'states'> & Manners
  /** States that are inspected already. */
  visited: Set<string>
}

/**
 * Inspects each state once, where a path ends in it: accessibility and both languages are checked, forbidden actions do
 * nothing, a reload keeps the page of the URL, Back opens a page and Forward returns.
 */
export async function visit(
  stage: BrowserStage,
  snapshot: AnyMachineSnapshot,
  { level, visited }: Visited,
): Promise<void> {
  const state = statesIn(snapshot).join(' ')
  if (visited.has(state)) return
  visited.add(state)
  try {
    await visitState(stage, snapshot, level, state)
  } catch (error) {
    // A repeated run of the path must inspect the same state again.
    visited.delete(state)
    throw error
  }
}

async function visitState(
  stage: BrowserStage,
  snapshot: AnyMachineSnapshot,
  level: Visited['level'],
  state: string,
): Promise<void> {
  const look = async () => {
    for (const one of statesIn(snapshot)) await level.states[one]?.(stage, snapshot)
  }
  const known = () => [...stage.edge.said, ...(level.written ?? [])]
  await speaks(stage, 'ru', known)
  await expectAccessible(stage.page)
  await saidIn(stage, 'en')
  await speaks(stage, 'en', known)
  await saidIn(stage, 'ru')
  const hears = (event?: string) => getNextTransitions(snapshot).some(({ eventType }) => eventType === event)
  if (stage.edge.isWaitedFor()) await pressesOn(stage)
  if (snapshot.status === 'active' && !hears(level.escape)) await stage.page.keyboard.press('Escape')
  if (stage.edge.isWaitedFor() || snapshot.status === 'active') await look()
  expect(complaintsOf(stage)).toEqual([])
  const isAtRest = !stage.edge.isWaitedFor() && stage.edge.documents.length === 0
  if (isAtRest) {
    if (!(state in (level.unsteady ?? {}))) await staysAfterReload(stage)
    await comesBack(stage)
  }
}

/** Asserts that no text is untranslated or empty. */
async function speaks({ page }: BrowserStage, locale: Locale, known: () => string[]): Promise<void> {
  await eventually(() => foreignWordsOf(page, locale, known()), `words that are not of ${locale}`).toEqual([])
}

type Locales = { __TSR_ROUTER__: { options: { context: { setLocale: (locale: Locale) => void } } } }

/** Switches the language of the page, as the user menu does. */
async function saidIn({ page, edge }: BrowserStage, locale: Locale): Promise<void> {
  edge.renew()
  await page.evaluate((chosen) => {
    ;(window as unknown as Locales).__TSR_ROUTER__.options.context.setLocale(chosen)
  }, locale)
  await eventually(() => page.evaluate(() => document.documentElement.lang), 'the language').toBe(locale)
}

/** Asserts that keys and clicks send no other request while one is pending. */
async function pressesOn({ page }: BrowserStage): Promise<void> {
  for (const key of ['Enter', 'Space', 'Enter']) await page.keyboard.press(key)
}

/** The part of the page that its URL determines. */
type Place = { address: string; title: string; headings: string[]; main: string; dialogs: number }

async function staysAfterReload(stage: BrowserStage): Promise<void> {
  const before = await placeAtRest(stage)
  stage.edge.reopen()
  await stage.page.reload({ waitUntil: 'commit' })
  await eventually(() => placeOf(stage), 'the place after a reload').toEqual(before)
  expect(complaintsOf(stage)).toEqual([])
}

/** Returns the place when it is stable: two equal reads with a pause between them. */
async function placeAtRest(stage: BrowserStage): Promise<Place> {
  const places = [await placeOf(stage)]
  const isAtRest = async () => {
    await stage.page.waitForTimeout(aMoment)
    places.push(await placeOf(stage))
    return isDeepStrictEqual(places.at(-1), places.at(-2))
  }
  await eventually(isAtRest, 'the page comes to rest').toBe(true)
  return places.at(-1) as Place
}

const aMoment = 250

function placeOf({ page, origin }: BrowserStage): Promise<Place> {
  return page.evaluate((own) => {
    const main = document.querySelector('main')?.cloneNode(true) as HTMLElement | undefined
    for (const told of main?.querySelectorAll('[role=alert], [role=status]') ?? []) told.remove()
    return {
      address: location.href.replace(own, ''),
      title: document.title,
      headings: [...document.querySelectorAll('h1')].map(({ textContent }) => textContent ?? ''),
      main: main?.textContent ?? '',
      // State that is not in the URL is lost after a reload.
      dialogs: location.search === '' ? 0 : document.querySelectorAll('[role=dialog]').length,
    }
  }, origin)
}

/** Back opens a readable page of the app, and Forward returns here. */
async function comesBack(stage: BrowserStage): Promise<void> {
  const { page, origin } = stage
  const canGoBack = await page.evaluate(
    () => (window as unknown as { navigation: { canGoBack: boolean } }).navigation.canGoBack,
  )
  if (!canGoBack) return
  const here = page.url()
  stage.edge.renew()
  await page.goBack({ waitUntil: 'commit' })
  await eventually(() => page.getByRole('heading', { level: 1 }).count(), 'headings of the page before').toBe(1)
  expect(page.url().startsWith(origin)).toBe(true)
  stage.edge.renew()
  await page.goForward({ waitUntil: 'commit' })
  await eventually(() => page.url(), 'the address after Back and Forward').toBe(here)
  expect(complaintsOf(stage)).toEqual([])
}
