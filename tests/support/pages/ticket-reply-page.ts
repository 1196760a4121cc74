import type { PageQueries } from '#tests/model-runner/browser/drivers.ts'
import { sendingForm } from './ticket-page.ts'

export const askingToSendReply = 'Связь вернулась. Отправить сообщение?'

/** The messages of a ticket, for its author and at the desk. */
export const conversation = (page: PageQueries) => page.getByRole('list', { name: 'Переписка' })

/** A ticket of the user with its messages. */
export const ticketReplyPage = (page: PageQueries) => ({
  ...sendingForm(page),
  text: page.getByRole('textbox', { name: 'Написать ещё' }),
  sent: page.getByText('Сообщение отправлено. Ответ придёт сюда же.'),
})
