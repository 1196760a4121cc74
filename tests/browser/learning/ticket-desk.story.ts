import { expect } from 'playwright/test'
import type { Ticket } from '#contract/people/tickets.ts'
import { changing } from '#tests/support/browser/story.ts'
import { expectFits } from '#tests/support/browser/widths.ts'
import { ticketDeskPage } from '#tests/support/pages/ticket-desk-page.ts'
import { conversation, ticketReplyPage } from '#tests/support/pages/ticket-reply-page.ts'

changing.use({ login: 'administrator' })

changing(
  'an administrator answers, the author reads and replies, and the ticket is open again',
  async ({ page, openDevice, server, messageTo }) => {
    const family = await (await openDevice('family')).newPage()
    // At night the email would wait until the morning.
    const headers = { 'x-requested-with': 'lk', origin: server.address }
    const settings = { headers, data: { quietHours: null } }
    expect((await family.request.patch('/api/v1/profile/notification/settings', settings)).status()).toBe(200)
    const tickets: Ticket[] = await (await family.request.get('/api/v1/schedule/ticket/list')).json()
    const { number = '', uuid = '' } = tickets.find(({ state }) => state === 'received') ?? {}

    const { text, send, choice } = ticketDeskPage(page)
    await page.goto('/adm-panel/?tab=tickets')
    await page.getByRole('link', { name: number }).click()
    await expect(conversation(page)).toContainText('электрички')
    await text('answer').fill('Передадим преподавателю, спасибо.')
    await expectFits(page)
    await send('answer').dblclick()
    await expect(conversation(page)).toContainText('Передадим преподавателю')
    await expect(text('answer')).toHaveText('')
    await choice('note').click()
    await text('note').fill('Написал преподавателю в чат.')
    await send('note').click()
    await expect(conversation(page).getByRole('listitem')).toHaveCount(3)

    const { email } = await (await family.request.get('/api/v1/profile')).json()
    expect((await messageTo(email, number)).text).toContain(number)
    await family.goto('/messages')
    const row = family.getByRole('listitem').filter({ hasText: 'Передадим преподавателю, спасибо.' })
    await expect(row).toContainText('Новый ответ')
    await row.getByRole('link').click()
    await expect(family).toHaveURL(new RegExp(uuid))
    await expect(conversation(family)).toContainText('Передадим преподавателю')
    await expect(conversation(family)).not.toContainText('в чат')
    await ticketReplyPage(family).text.fill('А если он опоздает и завтра?')
    await ticketReplyPage(family).send.click()
    await expect(conversation(family)).toContainText('и завтра?')
    await expect(family.getByRole('link', { name: /и завтра/ })).toContainText(/в работе/i)

    await page.getByRole('button', { name: 'К списку сообщений' }).click()
    await expect(page.getByRole('row').filter({ hasText: number })).toContainText('В работе')
  },
)
