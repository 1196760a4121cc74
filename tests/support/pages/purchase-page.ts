import { button, type PageQueries } from '#tests/model-runner/browser/drivers.ts'
import { flowPage, groupRefusals } from './flow-page.ts'
import { shellPage } from './shell-page.ts'

/** Texts of the page of a purchase. */
export const purchaseTexts = {
  headings: {
    choosingChild: 'Кого записать?',
    choosingGroup: 'Какая группа подойдёт?',
    joiningWaitingList: 'Какая группа подойдёт?',
    choosingScheme: 'Как удобно платить?',
    unfilled: 'Всё верно?',
    reviewing: 'Всё верно?',
    making: 'Всё верно?',
    givingUp: 'Всё верно?',
    closed: 'Договор не оформить',
    done: 'Договор составлен',
  },
  refusals: {
    ...groupRefusals,
    'purchase-refused': 'Записаться в эту группу сейчас нельзя.',
    'price-changed': 'Цена изменилась.',
    'contract-text-changed': 'Пока вы читали договор, его условия изменились.',
    'already-there': 'Уже занимается на этом курсе',
    full: 'В группе нет мест',
  },
  group: (title: string) => `Выбрать группу ${title}`,
  /** Any scheme without a title. */
  scheme: (title?: string) => (title === undefined ? /^Выбрать оплату: / : `Выбрать оплату: ${title}`),
  make: 'Оформить договор',
}

/** The controls and messages of the page. */
export const purchasePage = (page: PageQueries) => ({
  ...flowPage(page, purchaseTexts.headings),
  progress: (step: number, total: number) => page.getByText(`Шаг ${step} из ${total}`),
  child: (name: string) => page.getByRole('main').getByRole('button', { name }),
  group: (title: string) => button(page, purchaseTexts.group(title)),
  otherGroup: (or = '') => button(page, `Выбрать другую группу${or}`),
  join: (group: string) => button(page, `Встать в очередь в группу ${group}`),
  placeInWaitingList: (place: string) => page.getByText(`Ваше место в очереди: ${place}`),
  scheme: (title?: string) => button(page, purchaseTexts.scheme(title)),
  filling: page.getByText('Собираем заявку…'),
  retry: shellPage(page).retry,
  acceptPrice: button(page, 'Согласиться с новой ценой'),
  make: button(page, purchaseTexts.make),
  giveUp: button(page, 'Отказаться от записи'),
  contract: (number: string | undefined) => page.getByText(`Договор № ${number}`),
  openContract: page.getByRole('link', { name: 'К договору и счёту' }),
})
