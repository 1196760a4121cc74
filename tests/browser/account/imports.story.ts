import { expect } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing } from '#tests/support/browser/story.ts'
import { expectFits } from '#tests/support/browser/widths.ts'
import { zipOf } from '#tests/support/integration/zip.ts'
import { codeLabel, codePage } from '#tests/support/pages/one-time-code-page.ts'
import { codeIn } from '#tests/support/server/outbox.ts'

// Not the administrator of other stories: a code was sent to that one within the last minute.
changing.use({ login: 'mixed' })

const header = 'sourcedId,status,dateLastModified,givenName,familyName,email'
const zip = async (...rows: string[]) => ({
  name: 'school.zip',
  mimeType: 'application/x-zip-compressed',
  buffer: await zipOf({ 'users.csv': [header, ...rows].join('\n') }),
})

changing(
  'an administrator checks and imports files, through a lost connection and a double click',
  async ({ page, context, messageTo, t }) => {
    const own = await (await page.request.get('/api/v1/profile')).json()
    await page.goto('/adm-panel/?tab=imports')
    await expectAccessible(page)
    const input = page.locator('input[type=file]')
    await input.setInputFiles(await zip('x-1,active,,Вера,Новикова,vera@', 'x-2,active,,Юрий,Новиков,'))
    await context.setOffline(true)
    await page.getByRole('button', { name: t('Проверить'), exact: true }).click()
    await expect(page.getByText(t('Файл не отправлен'))).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: t('Отправить ещё раз') }).dblclick()
    await expect(page.getByText('users.csv:2 email')).toBeVisible({ timeout: 20_000 })
    await expectAccessible(page)
    await expectFits(page)
    await page.reload()
    await expect(page.getByText('users.csv:2 email')).toBeVisible()
    await page.getByRole('checkbox', { name: t('Загрузить остальные строки файлов с ошибками') }).check()
    await page.getByRole('button', { name: t('Проверить ещё раз') }).click()
    await page.getByRole('button', { name: t('Загрузить'), exact: true }).dblclick({ timeout: 20_000 })
    await codePage(page, t).field.fill(codeIn(await messageTo(own.phone ?? own.email, codeLabel)))
    await expect(page.getByText(t('Загружено не всё: в файлах есть ошибки'))).toBeVisible({ timeout: 20_000 })
    await expectAccessible(page)
    await page.goBack()
    await expect(page.getByRole('button', { name: t('Выбрать файл') })).toBeVisible()
    await expect(page.getByRole('table', { name: t('История загрузок') })).toContainText('school.zip')
    await page.goto('/adm-panel/?tab=users&search=Новиков')
    await expect(page.getByText('Новиков Юрий').or(page.getByText('Юрий Новиков')).first()).toBeVisible()
  },
)
