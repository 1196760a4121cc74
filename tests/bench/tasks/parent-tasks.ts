import type { Locator, Page } from 'playwright'
import { comingLesson } from '#tests/support/browser/coming-lesson.ts'
import { territoryWithFreeAndFull, transferApi } from '#tests/support/browser/transfers.ts'
import { paymentPage } from '#tests/support/pages/payment-page.ts'
import { shellPage } from '#tests/support/pages/shell-page.ts'
import { ticketPage, ticketTexts } from '#tests/support/pages/ticket-page.ts'
import { transferPage, transferTexts } from '#tests/support/pages/transfer-page.ts'
import { button, link, main, type Person, type Task } from './task.ts'

const children = ['Артём', 'Даниил', 'Мария']

/** Tasks of the demo parent, from the home page. */
export const parentTasks: Record<string, Task> = {
  'the next lesson of each child': async ({ page }) =>
    children.map((name) =>
      page
        .getByRole('region', { name: /Сегодня и завтра|Ближайшие занятия/ })
        .getByRole('link', { name: new RegExp(name) })
        .getByText(/^\d\d:\d\d/)
        .first(),
    ),
  'what is due, and where to pay it': async ({ page, press }) => {
    await press(
      page
        .getByRole('region', { name: 'Нужно сделать' })
        .getByRole('link', { name: /Оплатить/ })
        .first(),
    )
    const { method, pay } = paymentPage(page)
    return [method('По СБП'), pay]
  },
  'the newest mark of a child': async ({ page }) => [
    page
      .getByRole('region', { name: 'Новые оценки' })
      .getByRole('link', { name: /Артём · \d/ })
      .first(),
  ],
  'another group, up to the confirmation': async ({ page, press }) => {
    const transfers = transferApi(page.request)
    const group = await transfers.changeable(({ territories }) => territories.length > 1)
    const { territory, free } = await territoryWithFreeAndFull(transfers, group)
    await press(link(page, 'Расписание'))
    const { entry } = transferTexts
    await pressOfSchedule(page, press, main(page).getByRole('link', { name: entry }), entry)
    const { heading, steps, confirm } = transferPage(page)
    for (const [, control] of steps(group, territory.title, free.title)) await press(control)
    return [heading('confirming'), confirm]
  },
  'report an absence': async ({ page, press, type, choose }) => {
    const { subject, startsAt } = await comingLesson(page.request, new Date().toISOString())
    await press(button(page, 'Поиск по кабинету'))
    await type(page.getByRole('combobox', { name: 'Поиск по кабинету' }), subject ?? '')
    await press(page.getByRole('option').filter({ hasText: schoolTime.format(new Date(startsAt)) }))
    await press(button(page, 'Сообщить об отсутствии'))
    await choose(page.getByLabel('Причина'), 'Болезнь')
    await press(button(page, 'Сообщить'))
    return [page.getByText('Школа предупреждена', { exact: true })]
  },
  'write to the school about the schedule': async ({ page, press, type }) => {
    const { text, review, send } = ticketPage(page)
    await press(link(page, 'Расписание'))
    await pressOfSchedule(page, press, button(page, ticketTexts.open), ticketTexts.open)
    await type(text, 'Просим перенести занятие')
    await press(review)
    await press(send)
    return [page.getByRole('status').filter({ hasText: ticketTexts.sent() })]
  },
  'the tax certificate, up to its download': async ({ page, press, type }) => {
    await press(button(page, 'Поиск по кабинету'))
    await type(page.getByRole('combobox', { name: 'Поиск по кабинету' }), 'вычет')
    await press(page.getByRole('option', { name: /Справка для налоговой/ }).first())
    return [button(page, 'Скачать справку, PDF')]
  },
  'what is to be handed in': async ({ page, press, type }) => {
    await press(button(page, 'Поиск по кабинету'))
    await type(page.getByRole('combobox', { name: 'Поиск по кабинету' }), 'домашка')
    await press(page.getByRole('option', { name: /^Домашние задания/ }).first())
    return [page.getByRole('heading', { level: 1, name: 'Посещаемость и задания' })]
  },
  'marks by SMS, too': async ({ page, press }) => {
    await press(shellPage(page).userMenu)
    await press(page.getByRole('menuitem', { name: 'Профиль' }))
    await press(main(page).getByRole('link', { name: /^Уведомления/ }))
    const sms = page.getByRole('checkbox', { name: 'Оценки: СМС' })
    await press(sms)
    return [sms.and(page.locator(':checked')), page.getByText('Сохранено')]
  },
  'find a course': async ({ page, press, type }) => {
    await press(button(page, 'Поиск по кабинету'))
    await type(page.getByRole('combobox', { name: 'Поиск по кабинету' }), 'дизайн')
    await press(page.getByRole('group', { name: 'Курсы' }).getByRole('option').first())
    return [page.getByRole('heading', { level: 1, name: /дизайн/i })]
  },
}

const schoolTime = new Intl.DateTimeFormat('ru', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Moscow',
})

/** Presses an action of the schedule: a control of a wide window, an entry of the menu in a narrow one. */
async function pressOfSchedule(page: Page, press: Person['press'], shown: Locator, name: string): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) >= 1280) return await press(shown)
  await press(button(page, 'Ещё'))
  await press(page.getByRole('menuitem', { name }))
}
