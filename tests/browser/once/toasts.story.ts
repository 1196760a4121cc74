import { expect, type Page } from 'playwright/test'
import { changing } from '#tests/support/browser/story.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { aPhone } from '#tests/support/browser/widths.ts'

changing.use({ ...aPhone, login: 'edcheck-parent' })

changing(
  'a notification lies over no button, also of a dialog that is opened or grows while it is shown',
  async ({ page, say }) => {
    await page.goto('/profile')
    const dialog = page.getByRole('dialog', { name: say('Имя и фамилия') })
    const open = page.getByRole('button', { name: say('Изменить имя') })
    await open.click()
    await dialog.getByLabel(say('Отчество')).fill('Сергеевна')
    await dialog.getByRole('button', { name: say('Сохранить') }).click()
    const saved = toast(page, say('Сохранено'))
    await expect(saved).toBeVisible()
    await expect.poll(() => covered(page)).toEqual([])
    await open.click()
    await expect(dialog).toBeVisible()
    await expect.poll(() => covered(page)).toEqual([])
    // Words of what is wrong make it higher.
    await dialog.getByLabel(say('Фамилия')).fill('')
    await dialog.getByRole('button', { name: say('Сохранить') }).click()
    await expect(dialog).toContainText(say('Введите фамилию.'))
    await expect.poll(() => covered(page)).toEqual([])
    // Of a page under a dialog nothing has a role.
    await expect(page.getByText(say('Сохранено'), { exact: true })).toBeVisible()
  },
)

/** What of the dialog, or of the page where there is none, lies in the window and under a notification. */
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
