import type { Locator } from 'playwright'
import type { StuckCases } from './stuck-cases.ts'
import { button, main, type Person, type Task } from './task.ts'

const reason = 'Договорились с семьёй по телефону'

/** A day of the office, each task from the overview of the panel. */
export function staffTasks({ child, guardian, phone, contracts, failure }: StuckCases): Record<string, Task> {
  return {
    'a parent by phone': async (person) => {
      await find(person, phone, new RegExp(guardian))
      return [cardOf(person, guardian).getByRole('link', { name: /\+7 900/ })]
    },
    'who pays for this child': async (person) => {
      await find(person, child, new RegExp(`^${child}`))
      return [
        cardOf(person, child)
          .getByText(/платит/)
          .first(),
      ]
    },
    'a contract neither signed nor paid: remind': async (person) => {
      await openQueue(person, 'Договоры без подписи и оплаты')
      await person.press(rowOf(person, contracts.remind).getByRole('button', { name: /^Напомнить о платеже/ }))
      return act(person, 'Напомнить о платеже')
    },
    'note that a paper was signed': async (person) => {
      await openQueue(person, 'Договоры без подписи и оплаты')
      await fromMenu(person, contracts.paper, 'Отметить подпись на бумаге')
      return act(person, 'Отметить подпись на бумаге')
    },
    'freeze for an illness': async (person) => {
      await openContract(person, contracts.freeze)
      await person.press(button(person.page, 'Приостановить'))
      return act(person, 'Приостановить', { 'Последний день перерыва': dayFromNow(14) })
    },
    'move a payment': async (person) => {
      await openQueue(person, 'Просроченные платежи')
      await fromMenu(person, contracts.move, 'Перенести срок')
      return act(person, 'Перенести срок', { 'Новый срок': dayFromNow(14) })
    },
    'split a payment': async (person) => {
      await openQueue(person, 'Просроченные платежи')
      await fromMenu(person, contracts.split, 'Разделить платёж')
      return act(person, 'Разделить платёж', {
        'Сколько остаётся в этом платеже, в рублях': '4000',
        'Срок второй части': dayFromNow(30),
      })
    },
    'mark as paid outside': async (person) => {
      await openQueue(person, 'Просроченные платежи')
      await fromMenu(person, contracts.pay, 'Отметить оплаченным')
      return act(person, 'Отметить оплаченным', {
        'Номер документа об оплате': 'ПКО-17',
      })
    },
    'cancel a mistaken payment': async (person) => {
      await openQueue(person, 'Платежи с ошибкой')
      await fromMenu(person, contracts.cancel, 'Отменить платёж')
      return act(person, 'Отменить платёж')
    },
    'start a termination': async (person) => {
      await openDemoContract(person)
      await person.press(button(person.page, 'Начать расторжение'))
      const dialog = person.page.getByRole('dialog', { name: 'Расторгнуть договор' })
      await person.type(dialog.getByLabel('Причина'), reason)
      await person.press(dialog.getByRole('button', { name: 'Расторгнуть' }))
      return [button(person.page, 'Отозвать расторжение')]
    },
    'withdraw a termination': async (person) => {
      await openDemoContract(person)
      await person.press(button(person.page, 'Отозвать расторжение'))
      const dialog = person.page.getByRole('dialog', { name: 'Отозвать расторжение' })
      await person.type(dialog.getByLabel('Причина'), reason)
      await person.press(dialog.getByRole('button', { name: 'Отозвать' }))
      return [button(person.page, 'Начать расторжение')]
    },
    'answer a message': async (person) => {
      const { page, press, type } = person
      await press(todo(person, /Ответить$/))
      await type(page.getByRole('textbox', { name: 'Текст ответа' }), 'Спасибо, перенесём на вторник')
      await press(button(page, 'Ответить'))
      return [page.getByRole('list', { name: 'Переписка' }).getByText('Спасибо, перенесём на вторник')]
    },
    'a place about to be lost: remind': async (person) => {
      await openQueue(person, 'Места, которые скоро освободятся')
      await person.press(rowOf(person, contracts.place).getByRole('button', { name: /^Напомнить о платеже/ }))
      return act(person, 'Напомнить о платеже')
    },
    'the oldest overdue payment': async (person) => {
      await openQueue(person, 'Просроченные платежи')
      return [rowOf(person, contracts.late).getByText(/\d+ д/).first()]
    },
    'money of the bank without a contract': async (person) => {
      await person.press(todo(person, /Деньги из банка/))
      await person.press(
        main(person.page).getByRole('button', {
          name: new RegExp(`^Зачислить 8\\s800\\s₽\\s*: ${contracts.transferred}`),
        }),
      )
      return [main(person.page).getByText(/Разбирать нечего/)]
    },
    'a message that was not delivered, and why': async (person) => {
      await openQueue(person, 'Недоставленные сообщения')
      await person.press(rowOf(person, guardian).getByRole('link', { name: /^Проверить адрес/ }))
      return [person.page.getByRole('dialog').getByText(new RegExp(failure))]
    },
    'the faults of an import': async (person) => {
      await openQueue(person, 'Загрузки с ошибками')
      await person.press(main(person.page).getByRole('link', { name: 'Открыть загрузку' }).first())
      return [main(person.page).getByRole('heading', { name: 'Ошибки' })]
    },
    'refuse to delete data, with a reason': async (person) => {
      await openQueue(person, 'Запросы о персональных данных')
      await person.press(main(person.page).getByRole('link', { name: 'Ответить' }).first())
      const dialog = person.page.getByRole('dialog')
      await person.press(dialog.getByRole('radio', { name: 'Отказать' }))
      await person.type(dialog.getByLabel('Ответ человеку'), 'Договор ещё действует')
      await person.press(dialog.getByRole('button', { name: 'Отказать' }))
      return [main(person.page).getByText('Очередь пуста')]
    },
    'a certificate that a family has lost': async (person) => {
      await openContract(person, contracts.late)
      return download(person, button(person.page, /^PDF\s*: Справка об оплате/))
    },
    'who changes the group, and when': async (person) => {
      await openQueue(person, 'Смены групп')
      return [main(person.page).getByText(/→/).first()]
    },
    'rights of a guardian': async (person) => {
      const { page, press, type, choose } = person
      await find(person, child, new RegExp(`^${child}`))
      await press(button(page, `Все права: изменить права, ${guardian}`))
      const dialog = page.getByRole('dialog', { name: /^Права:/ })
      await choose(dialog.getByLabel('Набор прав'), 'Плательщик')
      await type(dialog.getByLabel('Причина'), reason)
      await press(dialog.getByRole('button', { name: 'Сохранить' }))
      return [button(page, `Плательщик: изменить права, ${guardian}`)]
    },
    'remind all who are late': async (person) => {
      const { page, press } = person
      await openQueue(person, 'Просроченные платежи')
      await press(button(page, 'Выбрать все'))
      await press(page.getByRole('button', { name: /^С выбранными/ }))
      await press(page.getByRole('menuitem', { name: 'Напомнить о платеже' }))
      const dialog = page.getByRole('dialog')
      await press(dialog.getByRole('button', { name: 'Показать, что изменится' }))
      await press(dialog.getByRole('button', { name: 'Напомнить о платеже' }))
      return [dialog.getByText(/^Сделано: \d+ договор/)]
    },
    'a queue as CSV': async (person) => {
      await openQueue(person, 'Просроченные платежи')
      return download(person, main(person.page).getByRole('link', { name: 'Скачать CSV' }))
    },
  }
}

const demoContractHolder = 'Соколов Артём'

/** The first contract in force of a child of the demo that can be terminated. */
async function openDemoContract(person: Person): Promise<void> {
  await find(person, demoContractHolder, new RegExp(`^${demoContractHolder}`))
  await person.press(
    cardOf(person, demoContractHolder)
      .getByRole('listitem')
      .filter({ hasText: /Заключён|Расторгается/ })
      .getByRole('link', { name: /^договор №/ })
      .first(),
  )
}

async function openContract(person: Person, number: string): Promise<void> {
  await find(person, number, new RegExp(`Договор ${number}`))
}

/** Presses the result of the one search of the account. */
async function find({ page, press, type }: Person, text: string, result: RegExp): Promise<void> {
  await press(button(page, 'Поиск по кабинету'))
  await type(page.getByRole('combobox', { name: 'Поиск по кабинету' }), text)
  await press(page.getByRole('option', { name: result }).first())
}

const cardOf = ({ page }: Person, name: string) => page.getByRole('dialog', { name: new RegExp(name) })
const todo = ({ page }: Person, name: RegExp) =>
  page.getByRole('region', { name: 'Нужно сделать' }).getByRole('link', { name }).first()

async function openQueue({ page, press }: Person, name: string): Promise<void> {
  await press(page.getByRole('region', { name: 'Очереди' }).getByRole('link', { name: new RegExp(name) }))
}

const rowOf = ({ page }: Person, text: string) =>
  main(page).locator('tr, li').filter({ hasText: text, visible: true }).last()

async function fromMenu(person: Person, number: string, action: string): Promise<void> {
  await person.press(button(person.page, `Что ещё можно сделать: ${number}`))
  await person.press(person.page.getByRole('menuitem', { name: action }))
}

/** Fills the fields of an action, reads what will change, and confirms with a reason, which a reminder has not. */
async function act(
  { page, press, type }: Person,
  action: string,
  fields: Record<string, string> = {},
): Promise<Locator[]> {
  const dialog = page.getByRole('dialog', { name: action })
  for (const [label, value] of Object.entries(fields)) await type(dialog.getByLabel(label), value)
  await press(dialog.getByRole('button', { name: 'Показать, что изменится' }))
  if (action !== 'Напомнить о платеже') await type(dialog.getByLabel('Причина'), reason)
  await press(dialog.getByRole('button', { name: action }))
  return [dialog.getByText('Сделано: 1 договор')]
}

async function download({ page, press }: Person, control: Locator): Promise<Locator[]> {
  const [begun] = await Promise.all([page.waitForEvent('download'), press(control)])
  await begun.cancel()
  return []
}

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
