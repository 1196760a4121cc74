import { isDeepStrictEqual } from 'node:util'
import { expect } from 'playwright/test'
import { type AnyMachineSnapshot, getNextTransitions } from 'xstate'
import type { Level } from '#tests/model-runner/model.ts'
import { statesIn } from '#tests/model-runner/paths/coverage.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import type { AppUnderTest, Language } from './app-under-test.ts'
import type { BrowserStage } from './browser-stage.ts'
import { assertCopies } from './clipboard.ts'
import { assertNoViolations } from './page-assertions.ts'
import { eventually, soon } from './polling.ts'
import { foreignWordsOf } from './untranslated-text.ts'

/** A press that no event of the machine has, with the field that is filled in before it, and what it must do. */
export type Aside = ({ button: string } | { link: string }) & { fill?: { label: string; text: string } } & (
    | { opens: string }
    | { copies: string }
    | { says: string }
  )

type InspectionOptions = {
  escape?: string | null
  written?: readonly string[]
  lostOnReload?: Record<string, string>
  asides?: Record<string, readonly Aside[]>
}
type Inspection = {
  app: AppUnderTest
  level: Pick<Level<BrowserStage>, 'states'> & InspectionOptions
  /** States that are inspected already. */
  inspected: Set<string>
  /** Compares the page in another language with its snapshot. */
  compare: (language: Language) => Promise<void>
}

/**
 * Inspects each state once, where a path ends in it: accessibility and both languages are checked, forbidden actions do
 * nothing, a reload keeps the page of the URL, Back opens a page and Forward returns.
 */
export async function inspectState(
  stage: BrowserStage,
  snapshot: AnyMachineSnapshot,
  { inspected, ...inspection }: Inspection,
): Promise<void> {
  const state = statesIn(snapshot).join(' ')
  if (inspected.has(state)) return
  inspected.add(state)
  try {
    await inspect(stage, snapshot, { ...inspection, state })
  } catch (error) {
    // A repeated run of the path must inspect the same state again.
    inspected.delete(state)
    throw error
  }
}

async function inspect(
  stage: BrowserStage,
  snapshot: AnyMachineSnapshot,
  { app, level, compare, state }: Omit<Inspection, 'inspected'> & { state: string },
): Promise<void> {
  const look = async () => {
    for (const one of statesIn(snapshot)) await level.states[one]?.(stage, snapshot)
  }
  const known = () => [...stage.network.responseTexts, ...(level.written ?? [])]
  const [first, ...others] = app.languages
  await assertLanguage(stage, first, known)
  await expectAccessible(stage.page)
  for (const language of others) {
    await switchLanguage(stage, app, language)
    await assertLanguage(stage, language, known)
    await compare(language)
  }
  await switchLanguage(stage, app, first)
  const hears = (event?: string) => getNextTransitions(snapshot).some(({ eventType }) => eventType === event)
  if (stage.network.hasPending()) await pressWhilePending(stage)
  if (snapshot.status === 'active' && level.escape !== null && !hears(level.escape))
    await stage.page.keyboard.press('Escape')
  if (stage.network.hasPending() || snapshot.status === 'active') await look()
  assertNoViolations(stage)
  for (const aside of level.asides?.[state] ?? []) {
    await assertAside(stage, aside)
    // Another page is open: nothing is inspected after it.
    if ('opens' in aside) return
  }
  const isAtRest = !stage.network.hasPending() && stage.network.documents.length === 0
  if (isAtRest) {
    if (!(state in (level.lostOnReload ?? {}))) await assertSameAfterReload(stage)
    await assertBackAndForward(stage)
  }
}

/** Asserts that no text is untranslated or empty. */
async function assertLanguage({ page }: BrowserStage, language: Language, known: () => string[]): Promise<void> {
  const foreign = () => foreignWordsOf(page, language, known())
  await eventually(foreign, `words that are not of ${language.name}`).toEqual([])
}

/** Switches the language of the page. */
async function switchLanguage({ page, network }: BrowserStage, app: AppUnderTest, { name }: Language): Promise<void> {
  network.allowReads()
  network.languages.push(name)
  await page.evaluate(app.setLanguage, name)
  await eventually(() => page.evaluate(() => document.documentElement.lang), 'the language').toBe(name)
}

/** Asserts that keys send no other request while one is pending. On a focused link they open its page, as they should. */
async function pressWhilePending({ page }: BrowserStage): Promise<void> {
  if (await page.evaluate(() => document.activeElement?.matches('a[href]') ?? false)) return
  for (const key of ['Enter', 'Space', 'Enter']) await page.keyboard.press(key)
}

async function assertAside({ page, network, origin }: BrowserStage, { fill, ...aside }: Aside) {
  network.allowReads()
  if (fill !== undefined) await page.getByLabel(fill.label).fill(fill.text)
  const [role, name] = 'link' in aside ? (['link', aside.link] as const) : (['button', aside.button] as const)
  const press = () => page.getByRole(role, { name, exact: true }).click()
  if ('copies' in aside) return assertCopies(page, aside.copies, press)
  await press()
  if ('says' in aside) return soon(page.getByText(aside.says)).toBeVisible()
  await eventually(() => page.url().replace(origin, ''), `the address that “${name}” opens`).toBe(aside.opens)
}

/** The part of the page that its URL determines. */
type PageLocation = { address: string; title: string; headings: string[]; main: string; dialogs: number }

async function assertSameAfterReload(stage: BrowserStage): Promise<void> {
  const before = await stableLocation(stage)
  stage.network.expectReload()
  await stage.page.reload({ waitUntil: 'commit' })
  await eventually(() => locationOf(stage), 'the location after a reload').toEqual(before)
  assertNoViolations(stage)
}

/** Returns the location when it is stable: two equal reads with a pause between them. */
async function stableLocation(stage: BrowserStage): Promise<PageLocation> {
  const locations = [await locationOf(stage)]
  const isAtRest = async () => {
    await stage.page.waitForTimeout(stableMilliseconds)
    locations.push(await locationOf(stage))
    return isDeepStrictEqual(locations.at(-1), locations.at(-2))
  }
  await eventually(isAtRest, 'the page comes to rest').toBe(true)
  return locations.at(-1) as PageLocation
}

const stableMilliseconds = 250

function locationOf({ page, origin }: BrowserStage): Promise<PageLocation> {
  return page.evaluate((own) => {
    const main = document.querySelector('main')?.cloneNode(true) as HTMLElement | undefined
    for (const message of main?.querySelectorAll('[role=alert], [role=status]') ?? []) message.remove()
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

/** Back opens a readable page of the app and Forward returns here, or the page asks before it is left with unsaved text. */
async function assertBackAndForward(stage: BrowserStage): Promise<void> {
  const { page, origin } = stage
  const canGoBack = await page.evaluate(
    () => (window as unknown as { navigation: { canGoBack: boolean } }).navigation.canGoBack,
  )
  if (!canGoBack) return
  const here = page.url()
  stage.network.allowReads()
  await page.goBack({ waitUntil: 'commit' })
  const isAsking = async () => (await page.getByRole('dialog').count()) > 0
  const isReadable = async () => (await page.getByRole('heading', { level: 1 }).count()) === 1
  await eventually(async () => (await isReadable()) || (await isAsking()), 'the page before is readable').toBe(true)
  expect(page.url().startsWith(origin)).toBe(true)
  stage.network.allowReads()
  await page.goForward({ waitUntil: 'commit' })
  await eventually(() => page.url(), 'the address after Back and Forward').toBe(here)
  assertNoViolations(stage)
}
