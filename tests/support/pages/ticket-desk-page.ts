import type { DeskMessageKind } from '#src/machines/setups/ticket-desk-setup.ts'
import { button, type PageQueries } from '#tests/model-runner/browser/drivers.ts'

const kinds = {
  answer: { choice: 'Ответ автору', text: 'Текст ответа', send: 'Ответить' },
  note: { choice: 'Заметка для своих', text: 'Текст заметки', send: 'Сохранить заметку' },
}

export const changedMeanwhile = 'Переписка изменилась, пока вы писали'

/** A ticket in the administration panel. */
export const ticketDeskPage = (page: PageQueries) => ({
  alert: page.getByRole('alert'),
  choice: (kind: DeskMessageKind) => page.getByText(kinds[kind].choice, { exact: true }),
  text: (kind: DeskMessageKind) => page.getByRole('textbox', { name: kinds[kind].text }),
  send: (kind: DeskMessageKind) => button(page, kinds[kind].send),
  take: button(page, 'Взять себе'),
  read: button(page, 'Прочитано, продолжить'),
})
