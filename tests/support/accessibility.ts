import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Nothing on the page keeps anybody out, as far as axe can tell (WCAG 2.2 AA). */
export async function expectAccessible(page: Page): Promise<void> {
  // The other mode is for frames of other origins, which we have none of, and opens a page for every analysis.
  const { violations } = await new AxeBuilder({ page }).withTags(levels).setLegacyMode().analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
  )
  expect(found).toEqual([])
}
