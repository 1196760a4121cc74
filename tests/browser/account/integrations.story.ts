import { expect } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing } from '#tests/support/browser/story.ts'
import { expectFits } from '#tests/support/browser/widths.ts'
import { codeLabel, codePage } from '#tests/support/pages/one-time-code-page.ts'
import { codeIn } from '#tests/support/server/outbox.ts'

changing.use({ login: 'administrator' })

const url = 'https://crm.example/hooks'

changing('an administrator lets a program in, sees its secret once and revokes it', async ({ page, messageTo, t }) => {
  const own = await (await page.request.get('/api/v1/profile')).json()
  await page.goto('/adm-panel/?tab=integrations')
  await expect(page.getByText(t('Ни у одной программы нет доступа'))).toBeVisible()
  await page.getByRole('button', { name: t('Создать доступ') }).click()
  const dialog = page.getByRole('dialog', { name: t('Новый доступ') })
  await dialog.getByRole('button', { name: t('Создать'), exact: true }).click()
  await expect(dialog.getByText(t('Назовите программу.'))).toBeVisible()
  await dialog.getByLabel(t('Название программы')).fill('crm')
  await dialog.getByRole('button', { name: t('Создать'), exact: true }).click()
  await expect(dialog.getByText(t('Отметьте хотя бы одно право.'))).toBeVisible()
  await dialog.getByRole('checkbox', { name: `${t('Люди, семьи, состав групп')}: ${t('запись')}` }).check()
  await expectAccessible(page)
  await expectFits(page)
  await dialog.getByRole('button', { name: t('Создать'), exact: true }).dblclick()
  await codePage(page, t).field.fill(codeIn(await messageTo(own.phone ?? own.email, codeLabel)))
  const shown = page.getByRole('dialog', { name: t('Ключ программы') })
  const id = await shown.getByLabel(t('Идентификатор (client_id)')).inputValue()
  const secret = await shown.getByLabel(t('Секрет (client_secret)')).inputValue()
  await expectAccessible(page)
  const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret }
  const token = () => page.request.post('/api/integration/v1/token', { form })
  expect((await token()).status()).toBe(200)
  await shown.getByRole('button', { name: t('Секрет сохранён') }).click()
  await expect(page.getByRole('table', { name: t('Доступ программ') })).toContainText(id)
  expect(await page.content()).not.toContain(secret)
  await page.reload()
  await page.getByRole('button', { name: t('Отозвать доступ: {name}', { name: 'crm' }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('Отозвать доступ'), exact: true })
    .click()
  await expect(page.getByRole('table', { name: t('Доступ программ') })).toContainText(t('Доступ отозван'))
  expect((await token()).status()).toBe(401)
})

changing('an administrator adds a webhook, disables it and reads its log', async ({ page, messageTo, t }) => {
  const own = await (await page.request.get('/api/v1/profile')).json()
  await page.goto('/adm-panel/?tab=integrations')
  await page.getByRole('button', { name: t('Добавить адрес') }).click()
  const dialog = page.getByRole('dialog', { name: t('Новый вебхук') })
  await dialog.getByLabel(t('Адрес'), { exact: true }).fill('https://10.0.0.1/hooks')
  await dialog.getByRole('button', { name: t('Отметить все') }).click()
  await dialog.getByRole('button', { name: t('Добавить'), exact: true }).click()
  const fault = page.getByText(t('Этот адрес из внутренней сети: события уходят только на общедоступные адреса.'))
  await expect(fault).toBeVisible()
  await dialog.getByLabel(t('Адрес'), { exact: true }).fill(url)
  await expectAccessible(page)
  await expectFits(page)
  await dialog.getByRole('button', { name: t('Добавить'), exact: true }).click()
  const shown = page.getByRole('dialog', { name: t('Секрет вебхука') })
  const code = codePage(page, t).field
  await expect(code.or(shown)).toBeVisible()
  if (await code.isVisible()) await code.fill(codeIn(await messageTo(own.phone ?? own.email, codeLabel)))
  await expect(shown.getByLabel(t('Секрет'), { exact: true })).toHaveValue(/^whsec_/)
  await shown.getByRole('button', { name: t('Секрет сохранён') }).click()
  const item = page.getByRole('listitem').filter({ hasText: url })
  await expect(item).toContainText(t('Все события'))
  await item.getByRole('button', { name: t('Отключить: {url}', { url }) }).click()
  await expect(item.getByRole('button', { name: t('Включить: {url}', { url }) })).toBeVisible()
  await item.getByRole('button', { name: t('Журнал доставки') }).click()
  await expect(page.getByRole('dialog', { name: t('Журнал доставки') })).toContainText(t('Событий ещё не было'))
  await expectAccessible(page)
})
