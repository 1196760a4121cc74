import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Nothing on the page keeps anybody out, as far as axe can tell (WCAG 2.2 AA). */
export async function expectAccessible(page: Page): Promise<void> {
  // What holds is not described, and the other mode is for frames of other origins: both cost as much as looking.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).withTags(levels).setLegacyMode()
  const { violations } = await axe.analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
  )
  expect(found).toEqual([])
}
