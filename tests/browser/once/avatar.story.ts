import { expect } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing } from '#tests/support/browser/story.ts'
import { picture } from '#tests/support/documents/pictures.ts'

changing.use({ login: 'innopolis-student' })

changing(
  'a person cuts a square out of a photograph by the keyboard, sees it everywhere, and takes it away again (D-24)',
  async ({ page, say }) => {
    await page.goto('/profile')
    await page.getByRole('button', { name: say('Добавить фото') }).click()
    const dialog = page.getByRole('dialog', { name: say('Ваше фото') })
    const file = dialog.locator('input[type=file]')
    await expectAccessible(page)

    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    await file.setInputFiles({ name: 'знак.png', mimeType: 'image/png', buffer: svg })
    await expect(dialog.getByRole('alert')).toContainText('Подойдут JPEG, PNG, WebP и GIF')

    const buffer = await picture('jpeg', { width: 1600, height: 1000 })
    await file.setInputFiles({ name: 'Я на море.JPG', mimeType: 'image/jpeg', buffer })
    await dialog.getByRole('group', { name: say('Кадр: двигайте его мышью или стрелками') }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('slider', { name: say('Масштаб') })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expectAccessible(page)
    const uploaded = page.waitForResponse('**/api/v1/storage/avatar')
    await dialog.getByRole('button', { name: say('Сохранить') }).click()
    const { url } = (await (await uploaded).json()) as { url: string }
    await expect(dialog).toBeHidden()
    await expect(page.locator(`img[src="${url}"]`)).toHaveCount(2)

    await page.reload()
    const shown = page.locator(`main img[src="${url}"]`)
    await expect(shown).toHaveJSProperty('naturalWidth', 512)
    await page.getByRole('button', { name: say('Сменить фото') }).click()
    await dialog.getByRole('button', { name: say('Убрать фото') }).click()
    await expect(page.getByRole('button', { name: say('Добавить фото') })).toBeVisible()
  },
)

changing('a picture that is cut off on the way is not saved, and can be sent again', async ({ page, say }) => {
  await page.goto('/profile')
  await page.getByRole('button', { name: say('Добавить фото') }).click()
  const dialog = page.getByRole('dialog', { name: say('Ваше фото') })
  const buffer = await picture('png', { width: 600, height: 600 })
  await dialog.locator('input[type=file]').setInputFiles({ name: 'я.png', mimeType: 'image/png', buffer })
  await page.route('**/api/v1/storage/avatar', (route) => route.abort('connectionreset'))
  await dialog.getByRole('button', { name: say('Сохранить') }).click()
  await expect(dialog.getByRole('alert')).toContainText('Нет связи с сервером')
  await page.unroute('**/api/v1/storage/avatar')
  await dialog.getByRole('button', { name: say('Сохранить') }).click()
  await expect(page.getByRole('button', { name: say('Сменить фото') })).toBeVisible()
  await page.request.patch('/api/v1/profile', {
    data: { avatar: null },
    headers: { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'lk' },
  })
})
