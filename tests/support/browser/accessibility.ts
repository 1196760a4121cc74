import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import { expect, type Page } from 'playwright/test'

/** The minified script: to inject the other one takes a third of the time of the whole check. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Checks the page with axe in the light and in the dark theme of the system. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  // Only colours differ between the themes.
  await expectAccessible(page, ['color-contrast', 'link-in-text-block'])
  await page.emulateMedia({ colorScheme: 'light' })
}

/**
 * Checks the page with axe: WCAG 2.2 AA, or these rules only. What an open dialog hides from everyone is left out: most of the
 * time goes into the contrast of a large page. The script is injected once per document.
 */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  // A control that has just been enabled fades in.
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map((one) => one instanceof CSSTransition && one.finished)),
  )
  const { violations } = await page.evaluate(
    (runOnly) =>
      (window as unknown as { axe: typeof axe }).axe.run(
        { include: 'html', exclude: 'body > [aria-hidden=true]' },
        { runOnly, resultTypes: ['violations'] },
      ),
    rules === undefined ? levels : { type: 'rule' as const, values: [...rules] },
  )
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
  )
  expect(found).toEqual([])
}
