import { expect, type Page } from 'playwright/test'
import { changing } from '#tests/support/browser/story.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { aPhone } from '#tests/support/browser/widths.ts'

changing.use({ ...aPhone, login: 'edcheck-parent' })

changing('a toast covers no button, also of a dialog that opens or grows later', async ({ page, t }) => {
  await page.goto('/profile')
  const dialog = page.getByRole('dialog', { name: t('Имя и фамилия') })
  const open = page.getByRole('button', { name: t('Изменить имя') })
  await open.click()
  await dialog.getByLabel(t('Отчество')).fill('Сергеевна')
  await dialog.getByRole('button', { name: t('Сохранить') }).click()
  const saved = toast(page, t('Сохранено'))
  await expect(saved).toBeVisible()
  await expect.poll(() => covered(page)).toEqual([])
  await open.click()
  await expect(dialog).toBeVisible()
  await expect.poll(() => covered(page)).toEqual([])
  // An error message makes the dialog higher.
  await dialog.getByLabel(t('Имя'), { exact: true }).fill('')
  await dialog.getByRole('button', { name: t('Сохранить') }).click()
  await expect(dialog).toContainText(t('Введите имя.'))
  await expect.poll(() => covered(page)).toEqual([])
  // The page under a dialog is inert.
  await expect(page.getByText(t('Сохранено'), { exact: true })).toBeVisible()
})

/** The controls of the dialog, or of the page without one, that a toast covers. */
function covered(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() => {
    const layer = document.querySelector('[role=dialog]') ?? document
    const region = document.querySelector('[role=region] > ol')
    return [...layer.querySelectorAll('a,button,input')]
      .filter((control) => !region?.contains(control))
      .filter((control) => {
        const { left, top, width, height } = control.getBoundingClientRect()
        return width > 1 && region?.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
      .map((control) => control.textContent || control.getAttribute('name'))
  })
}
