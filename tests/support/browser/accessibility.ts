import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Checks the page with axe (WCAG 2.2 AA). */
export async function expectAccessible(page: Page): Promise<void> {
  // Only violations are reported, and frames of other origins are skipped: the app has none, and both take long.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  const { violations } = await axe.withTags(levels).analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
  )
  expect(found).toEqual([])
}
