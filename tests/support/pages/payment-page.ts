import { button, type PageQueries } from '#tests/model-runner/browser/drivers.ts'
import { flowPage } from './flow-page.ts'

const review = /^К оплате/

/** Texts of the page of an online payment. */
export const paymentTexts = {
  headings: {
    choosing: 'Что оплатить?',
    reviewing: review,
    starting: review,
    underWay: 'Этот платёж уже оплачивают',
    leaving: 'Открываем банк',
    waiting: 'Ждём ответ банка',
    canceling: 'Ждём ответ банка',
    paid: 'Оплата прошла',
    refused: 'Банк не принял оплату',
    expired: 'Время на оплату вышло',
    canceled: 'Оплата отменена',
    lost: 'Оплата не найдена',
  },
  refusals: {
    'price-changed': 'Сумма изменилась',
    'nothing-to-pay': 'Часть уже оплачена',
    'payment-provider-unavailable': 'Банк не отвечает. Деньги не списаны.',
    'too-many-requests': 'Слишком много попыток.',
  },
}

/** The controls of the page. */
export const paymentPage = (page: PageQueries) => ({
  ...flowPage(page, paymentTexts.headings),
  box: (title: string) => page.getByRole('main').getByRole('checkbox', { name: title }).first(),
  choose: button(page, 'Выбрать способ оплаты'),
  method: (title: string) => page.getByRole('radio', { name: title }),
  pay: button(page, /^Оплатить /),
  insist: button(page, 'Всё равно заплатить'),
  openBank: button(page, 'Не заплатили? Вернуться в банк'),
  cancel: button(page, 'Отменить оплату'),
  retry: button(page, 'Заплатить ещё раз'),
})
