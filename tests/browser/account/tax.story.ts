import { expect, type Page } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing } from '#tests/support/browser/story.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

changing.use({ login: 'parent' })

changing('a parent enters missing details and requests the certificate', { tag: '@nightly' }, async ({ page }) => {
  await page.goto('/tax-deduction')
  const missing = page.getByRole('listitem').filter({ has: button(page, 'Указать') })
  await expect(missing).toHaveCount(2)

  // By the keyboard alone, with a digit wrong at first.
  await button(page, 'Указать').first().focus()
  await page.keyboard.press('Enter')
  const own = page.getByRole('dialog', { name: 'Ваши данные для справки' })
  await expect(own.getByLabel('ИНН')).toBeFocused()
  await page.keyboard.type('500100732258')
  await own.getByLabel('Дата рождения').fill('1984-03-07')
  await page.keyboard.press('Enter')
  await expect(own.getByText('Такого ИНН не бывает: в одной из цифр ошибка. Сверьте его с документом.')).toBeVisible()
  await expectAccessible(page)
  await own.getByLabel('ИНН').fill('500100732259')
  await page.keyboard.press('Enter')
  await expect(own).toBeHidden()
  await expect(missing).toHaveCount(1)

  // A lost connection keeps the typed text.
  await button(page, 'Указать').click()
  const child = page.getByRole('dialog', { name: 'Данные ученика для справки' })
  await child.getByLabel('ИНН').fill('770000000082')
  await child.getByLabel('Дата рождения').fill('2014-05-20')
  const particulars = '**/api/v1/profile/tax-deduction/particulars'
  await page.route(particulars, (route) => route.abort())
  await child.getByRole('button', { name: 'Сохранить' }).click()
  await expect(child.getByRole('alert')).toContainText('Нет связи с сервером')
  await page.unroute(particulars)
  await expect(child.getByLabel('ИНН')).toHaveValue('770000000082')
  await child.getByRole('button', { name: 'Сохранить' }).click()
  await expect(child).toBeHidden()

  await button(page, 'Запросить справку').dblclick()
  // Its number comes with the request, its progress ends within a minute.
  await expect(
    page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /№\s*\d/ }),
  ).toBeVisible()
  await expectAccessible(page)
})
