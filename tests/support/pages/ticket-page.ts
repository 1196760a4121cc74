import { button, type PageQueries } from '#tests/model-runner/browser/drivers.ts'

/** Texts of the dialog of a new ticket. */
export const ticketTexts = {
  open: 'Написать о расписании',
  text: 'Текст сообщения',
  review: 'Проверить и отправить',
  send: 'Отправить',
  messages: 'Открыть «Сообщения»',
  waiting: 'Когда связь вернётся, мы спросим, отправить ли его.',
  asking: 'Связь вернулась. Отправить сообщение?',
  /** The first fact about the screen that can be attached. */
  fact: 'Экран: Расписание',
  sent: (number = String.raw`Р-\d{4}-\d{6}`) => new RegExp(`Сообщение ${number} отправлено`),
}

/** What the forms of a ticket and of a reply share. */
export const sendingForm = (page: PageQueries) => ({
  send: button(page, ticketTexts.send),
  edit: button(page, 'Изменить'),
  postpone: button(page, 'Не сейчас'),
  alert: page.getByRole('alert'),
})

/** The dialog of a new ticket. */
export const ticketPage = (page: PageQueries) => ({
  ...sendingForm(page),
  text: page.getByRole('textbox', { name: ticketTexts.text }),
  topic: page.getByRole('combobox', { name: 'Тема' }),
  review: button(page, ticketTexts.review),
  reviewed: page.getByRole('region', { name: 'Сообщение' }),
  attachment: page.getByRole('checkbox', { name: 'Приложить то, что было на экране' }),
  messages: page.getByRole('link', { name: ticketTexts.messages }),
})
