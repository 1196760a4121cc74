import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Nothing on the page keeps anybody out, as far as axe can tell (WCAG 2.2 AA). */
export async function expectAccessible(page: Page): Promise<void> {
  // Describing what is right takes long; so does the mode that looks into frames of other origins, of which we have none.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  const { violations } = await axe.withTags(levels).analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
  )
  expect(found).toEqual([])
}
