import { expect } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing } from '#tests/support/browser/story.ts'
import { picture } from '#tests/support/documents/pictures.ts'

changing.use({ login: 'innopolis-student' })

changing(
  'a photo is cropped by keyboard, shown everywhere and removed (D-24)',
  { tag: '@nightly' },
  async ({ page, t }) => {
    await page.goto('/profile')
    await page.getByRole('button', { name: t('Добавить фото') }).click()
    const dialog = page.getByRole('dialog', { name: t('Ваше фото') })
    const file = dialog.locator('input[type=file]')
    await expectAccessible(page)

    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    await file.setInputFiles({ name: 'знак.png', mimeType: 'image/png', buffer: svg })
    await expect(dialog.getByRole('alert')).toContainText('Подойдут JPEG, PNG, WebP и GIF')

    const buffer = await picture('jpeg', { width: 1600, height: 1000 })
    await file.setInputFiles({ name: 'Я на море.JPG', mimeType: 'image/jpeg', buffer })
    await dialog.getByRole('group', { name: t('Кадр: двигайте его мышью или стрелками') }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('slider', { name: t('Масштаб') })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('button', { name: t('Сохранить') })).toBeEnabled()
    await expectAccessible(page)
    const uploaded = page.waitForResponse('**/api/v1/storage/avatar')
    await dialog.getByRole('button', { name: t('Сохранить') }).click()
    const { url } = (await (await uploaded).json()) as { url: string }
    await expect(dialog).toBeHidden()
    await expect(page.locator(`img[src="${url}"]`)).toHaveCount(2)

    await page.reload()
    const shown = page.locator(`main img[src="${url}"]`)
    await expect(shown).toHaveJSProperty('naturalWidth', 512)
    await page.getByRole('button', { name: t('Сменить фото') }).click()
    await dialog.getByRole('button', { name: t('Убрать фото') }).click()
    await expect(page.getByRole('button', { name: t('Добавить фото') })).toBeVisible()
  },
)
