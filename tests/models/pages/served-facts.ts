import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { eventually, lastValue } from '#tests/model-runner/browser/polling.ts'

/** Texts of the page as a person reads them: spaces of any kind are one space, hyphens that do not break usual ones. */
export function plain(text: string): string {
  return text
    .replaceAll('\u2060-\u2060', '-')
    .replaceAll(/[\s\u2060]+/g, ' ')
    .trim()
}

/** Text without the spaces that only separate elements, and without the case that styles change. */
function letters(text: string): string {
  return text.replaceAll(/[\s\u2060]+/g, '').toLowerCase()
}

/** `41 234 ₽`, with kopecks where there are some. */
export function roubles(kopecks: number): string {
  const [whole, rest] = [Math.trunc(Math.abs(kopecks) / 100), Math.abs(kopecks) % 100]
  const grouped = String(whole).replaceAll(/\B(?=(\d{3})+$)/g, ' ')
  return `${kopecks < 0 ? '\u2212' : ''}${grouped}${rest === 0 ? '' : `,${String(rest).padStart(2, '0')}`} ₽`
}

/**
 * Asserts the facts of a page that is shown, and that the document that the server renders for the same address and the
 * same person has the same ones, the same title, and every line of the main part.
 */
export async function expectFacts(
  page: Page,
  facts: () => Promise<string[]>,
  expected: readonly string[],
): Promise<void> {
  const wanted = expected.map(plain)
  const shown = await lastValue(
    async () => (await facts()).map(plain),
    (value) => isDeepStrictEqual(value, wanted),
    (value) => met.has(factsDifference(wanted, value)),
  )
  if (!isDeepStrictEqual(shown, wanted)) {
    const difference = factsDifference(wanted, shown)
    met.add(difference)
    throw new Error(difference)
  }
  // A server that has just started may send the page unrendered once.
  const missing = async () => {
    const document = await servedDocument(page)
    await assertClock(page, document)
    const served = letters(textOf(document))
    const lines = (await page.getByRole('main').allInnerTexts()).flatMap((text) => text.split(/[\n\t]/))
    return [...expected, await page.title(), ...lines].filter((fact) => !served.includes(letters(fact)))
  }
  await eventually(missing, 'what the page shows and the server has not rendered').toEqual([])
}

/** Differences that a page has kept: the second try of a path need not wait for them. */
const met = new Set<string>()

/** The first fact that differs, in the words of the tester, and then all of them. */
function factsDifference(expected: readonly string[], shown: readonly string[]): string {
  const first = expected.findIndex((fact, index) => fact !== shown[index])
  const at = first === -1 ? expected.length : first
  const [wanted = 'ничего', seen = 'ничего'] = [expected[at], shown[at]]
  return [
    `expected: ${wanted} · seen: ${seen}`,
    `На странице должно быть «${wanted}», а показано «${seen}» (по порядку ${at + 1}-е).`,
    `Должно быть: ${expected.join(' | ')}`,
    `Показано: ${shown.join(' | ')}`,
  ].join('\n')
}

/** The titles of the menu, with those of the links that are folded. */
export async function shownMenu(page: Page): Promise<string[]> {
  const links = page.locator('nav[aria-label="Меню"]').first().locator('a')
  return (await links.evaluateAll((all) => all.map(({ outerHTML }) => outerHTML))).map(textOf)
}

/** Asserts that the server renders the menu of the page. */
export async function expectServedMenu(page: Page): Promise<void> {
  const different = async () => {
    const [menu = ''] = /<nav[^>]*aria-label="Меню"[\s\S]*?<\/nav>/.exec(await servedDocument(page)) ?? []
    const served = [...menu.matchAll(/<a\b[\s\S]*?<\/a>/g)].map(([link]) => textOf(link))
    return isDeepStrictEqual(served, await shownMenu(page)) ? [] : served
  }
  await eventually(different, 'the menu that the server renders and the page does not show').toEqual([])
}

async function servedDocument(page: Page): Promise<string> {
  return (await page.request.get(page.url())).text()
}

/** The document is rendered at the time of the school: the page continues this clock when it starts. */
async function assertClock(page: Page, document: string): Promise<void> {
  const rendered = Number(/"now":(\d+)/.exec(document)?.[1])
  const shown = await page.evaluate(() => Date.now())
  expect(Math.abs(rendered - shown), 'milliseconds between the document and the page').toBeLessThan(quarterOfAnHour)
}

/** A path takes less; a wrong zone is more. */
const quarterOfAnHour = 900_000

/** The text of a document without its scripts and styles. */
function textOf(html: string): string {
  const visible = html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '')
  return plain(visible.replaceAll(/<[^>]+>/g, ' '))
}
