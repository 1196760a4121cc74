import { expect, type Page } from 'playwright/test'
import type { Ticket } from '#contract/people/tickets.ts'
import { changing } from '#tests/support/browser/story.ts'
import { expectFits } from '#tests/support/browser/widths.ts'

changing.use({ login: 'administrator' })

const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const messages = (page: Page, name: string) => page.getByRole('list', { name })

changing(
  'an administrator answers, the author reads and replies, and the ticket is open again',
  async ({ page, openDevice, server, messageTo, t }) => {
    const family = await (await openDevice('family')).newPage()
    // At night the email would wait until the morning.
    const headers = { 'x-requested-with': 'lk', origin: server.address }
    const settings = { headers, data: { quietHours: null } }
    expect((await family.request.patch('/api/v1/profile/notification/settings', settings)).status()).toBe(200)
    const tickets: Ticket[] = await (await family.request.get('/api/v1/schedule/ticket/list')).json()
    const number = tickets.find(({ state }) => state === 'received')?.number ?? ''

    await page.goto('/adm-panel/?tab=tickets')
    await page.getByRole('link', { name: number }).click()
    await expect(messages(page, t('Переписка'))).toContainText('электрички')
    await field(page, t('Текст ответа')).fill('Передадим преподавателю, спасибо.')
    await expectFits(page)
    await button(page, t('Ответить')).dblclick()
    await expect(messages(page, t('Переписка'))).toContainText('Передадим преподавателю')
    await expect(field(page, t('Текст ответа'))).toHaveText('')
    await page.getByText(t('Заметка для своих'), { exact: true }).click()
    await field(page, t('Текст заметки')).fill('Написал преподавателю в чат.')
    await button(page, t('Сохранить заметку')).click()
    await expect(messages(page, t('Переписка')).getByRole('listitem')).toHaveCount(3)

    const { email } = await (await family.request.get('/api/v1/profile')).json()
    expect((await messageTo(email, number)).text).toContain(number)
    await family.goto('/schedule?dialog=tickets')
    const row = family.getByRole('link', { name: number })
    await expect(row).toContainText(t('новый ответ'))
    await row.click()
    await expect(messages(family, t('Переписка'))).toContainText('Передадим преподавателю')
    await expect(messages(family, t('Переписка'))).not.toContainText('в чат')
    await field(family, t('Написать ещё')).fill('А если он опоздает и завтра?')
    await button(family, t('Отправить')).click()
    await expect(messages(family, t('Переписка'))).toContainText('и завтра?')
    await button(family, t('Все обращения')).click()
    await expect(family.getByRole('link', { name: number })).toContainText(t('В работе'))

    await button(page, t('К очереди')).click()
    await expect(page.getByRole('row').filter({ hasText: number })).toContainText('и завтра?')
  },
)
