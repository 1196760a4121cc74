import { expect, type Page } from 'playwright/test'
import type { ScheduleItem } from '#contract/learning/schedule.ts'
import type { Profile } from '#contract/people/profile.ts'
import type { Ticket, TicketConversation } from '#contract/people/tickets.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { waitForIdleNetwork } from '#tests/support/browser/navigation.ts'
import { changing } from '#tests/support/browser/story.ts'
import { aPhone, expectFits } from '#tests/support/browser/widths.ts'
import { chooseDemoAccount } from '#tests/support/pages/provider-page.ts'
import { ticketPage, ticketTexts } from '#tests/support/pages/ticket-page.ts'
import { conversation } from '#tests/support/pages/ticket-reply-page.ts'

changing.use({ login: 'parent' })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const ticketsOf = async (page: Page) =>
  (await page.request.get('/api/v1/schedule/ticket/list')).json() as Promise<Ticket[]>

changing(
  'a ticket that met an ended session is there after the sign-in and says so',
  { tag: '@nightly' },
  async ({ page, context }) => {
    const { text, review, send } = ticketPage(page)
    await page.goto('/schedule?tickets=new')
    await text.fill('Завтра не приедем')
    await waitForIdleNetwork(page)
    await context.clearCookies({ name: 'lk_session' })
    await review.click()
    await send.click()
    await chooseDemoAccount(page, 'parent', 'ru')
    await expect(page.getByRole('status').filter({ hasText: 'Сообщение не отправлено' })).toBeVisible()
    await expect(text).toHaveText('Завтра не приедем')
  },
)

changing('a parent writes, reviews and sends a ticket by keyboard alone', async ({ page, messageTo }) => {
  const { email }: Profile = await (await page.request.get('/api/v1/profile')).json()
  const before = await ticketsOf(page)
  const { text, review, edit, reviewed, attachment, messages } = ticketPage(page)
  await page.goto('/schedule')
  await button(page, 'Ещё').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: ticketTexts.open })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(text).toBeFocused()

  await page.keyboard.type('Просим перенести ')
  await page.keyboard.press('ControlOrMeta+B')
  await expect(button(page, 'Полужирный')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.type('субботние занятия')
  await page.keyboard.press('ControlOrMeta+B')
  await page.keyboard.type(':')
  await page.keyboard.press('Enter')
  // The toolbar is one tab stop before the text, and arrow keys move in it.
  await page.keyboard.press('Shift+Tab')
  await expect(button(page, 'Полужирный')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(button(page, 'Список')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(text).toBeFocused()
  await page.keyboard.type('понедельник')
  await page.keyboard.press('Enter')
  await page.keyboard.type('среда')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Правила: ')

  await page.keyboard.press('ControlOrMeta+K')
  await expect(page.getByLabel('Адрес ссылки')).toBeFocused()
  await page.keyboard.type('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Это не похоже на адрес.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(text).toBeFocused()
  await page.keyboard.press('ControlOrMeta+K')
  await page.keyboard.type('school.example/rules')
  await page.keyboard.press('Enter')
  await expect(text).toBeFocused()
  const written =
    '<p>Просим перенести <strong>субботние занятия</strong>:</p><ul><li><p>понедельник</p></li><li><p>среда</p></li></ul><p>Правила: <a href="https://school.example/rules">school.example/rules</a> </p>'
  await expect.poll(() => text.innerHTML()).toBe(written)

  // Tab leaves the text.
  await page.keyboard.press('Tab')
  await expect(button(page, 'Приложить файл')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(review).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(edit).toBeFocused()
  await expect(reviewed.getByRole('link', { name: 'school.example/rules' })).toHaveAttribute('rel', /noopener/)
  // What was on the screen can be read before it is attached.
  const state = page.getByText('session: signedIn.present; ticket: writing')
  await page.keyboard.press('Shift+Tab')
  await expect(page.locator('summary', { hasText: 'Технические подробности' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(state).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(state).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(edit).toBeFocused()
  await expect(attachment).not.toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')

  const said = page.getByRole('status').filter({ hasText: ticketTexts.sent() })
  await expect(said).toBeVisible()
  await expect(button(page, 'Готово')).toBeFocused()
  const [number = ''] = /Р-\d{4}-\d{6}/.exec(await said.innerText()) ?? []
  await messages.click()
  await page.getByRole('link', { name: /Просим перенести/ }).click()
  await expect(conversation(page)).toContainText('субботние занятия')
  await expectAccessible(page)
  const [newest, ...earlier] = await ticketsOf(page)
  expect([newest?.number, await contentOf(page, newest?.uuid)]).toEqual([number, written])
  expect(earlier).toHaveLength(before.length)
  const message = await messageTo(email ?? '', 'Сообщение')
  expect(message.subject).toBe(`Сообщение ${number} получено`)
})

changing.describe('on a phone', () => {
  changing.use(aPhone)

  changing(
    'a ticket about a lesson survives a lost connection and is sent once',
    { tag: '@nightly' },
    async ({ page, context }) => {
      const lesson = await lessonOf(page)
      const before = await ticketsOf(page)
      const { text, review, send, alert } = ticketPage(page)
      await page.goto(`/schedule?date=${lesson.startsAt.slice(0, 10)}&item=${lesson.uuid}`)
      await button(page, 'Написать об этом занятии').click()
      await text.fill('Где будет занятие?')
      await expectFits(page)
      await expectAccessible(page)
      // Neither a click beside the dialog nor a reload loses the text.
      await page.mouse.click(180, 40)
      await expect(page.getByRole('dialog', { name: 'Новое сообщение' })).toBeHidden()
      await page.reload()
      await button(page, 'Написать об этом занятии').click()
      await expect(text).toHaveText('Где будет занятие?')

      await review.click()
      await context.setOffline(true)
      await send.click()
      await expect(alert).toContainText('Нет связи с сервером')
      await context.setOffline(false)
      await expect(alert).toContainText(ticketTexts.asking)
      await expectFits(page)
      await expectAccessible(page)
      await send.dblclick()
      await expect(page.getByText(ticketTexts.sent())).toBeVisible()
      const after = await ticketsOf(page)
      expect(after).toHaveLength(before.length + 1)
      expect(await contentOf(page, after[0]?.uuid)).toContain(`item=${lesson.uuid}">`)
      await button(page, 'Готово').click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expect(button(page, 'Написать об этом занятии')).toBeVisible()
    },
  )
})

async function contentOf(page: Page, uuid = ''): Promise<string> {
  const answer = await page.request.get(`/api/v1/schedule/ticket/${uuid}`)
  return ((await answer.json()) as TicketConversation).contentHtml
}

async function lessonOf(page: Page): Promise<ScheduleItem> {
  const today = new Date().toISOString().slice(0, 10)
  const answer = await page.request.get(`/api/v1/parent/children/schedule/list?month_date=${today}`)
  const lesson = ((await answer.json()) as ScheduleItem[]).find(
    ({ category, startsAt }) => category === 'lessons' && startsAt.startsWith(today.slice(0, 7)),
  )
  if (lesson === undefined) throw new Error('There is no lesson this month')
  return lesson
}
