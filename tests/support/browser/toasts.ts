import type { Locator, Page } from 'playwright/test'

/** A toast with a text, in either language of the page. */
export function toast(page: Pick<Page, 'getByRole'>, text: string | RegExp): Locator {
  const region = page.getByRole('region', { name: /^(Уведомления|Notifications)$/ })
  return region.getByRole('listitem').filter({ hasText: text })
}
