import { msg } from '@lingui/core/macro'
import type { WorkQueue } from '#contract/enumerations.ts'
import type { Labels } from '#src/i18n/labels.ts'

/** What comes to each queue. */
export const queueNotes: Labels<WorkQueue> = {
  'unsigned-unpaid': msg`Сюда попадают договоры, которые семья вовремя не подписала и не оплатила.`,
  'paid-unsigned': msg`Сюда попадают договоры, за которые заплатили, но подписали их не обе стороны.`,
  'places-ending': msg`Сюда попадают места, которые через два дня или раньше достанутся следующему в очереди.`,
  overdue: msg`Сюда попадают платежи, срок которых прошёл.`,
  'payment-errors': msg`Сюда попадают платежи, отмеченные ошибочными.`,
  'payment-differences': msg`Сюда попадают деньги, о которых платёжный сервис и кабинет знают разное.`,
  transfers: msg`Сюда попадают смены групп, которые назначены, но ещё не вступили в силу.`,
  certificates: msg`Сюда попадают справки для налоговой, которых ждут семьи.`,
  imports: msg`Сюда попадают загрузки за 30 дней, в файлах которых остались ошибки.`,
  'data-requests': msg`Сюда попадают просьбы исправить или удалить персональные данные.`,
  messages: msg`Сюда попадают люди, до которых за неделю не дошли письма или СМС.`,
}

/** What to do about it, and how it leaves the queue; absent where the rows say it. */
export const queueAdvice: Partial<Labels<WorkQueue>> = {
  'unsigned-unpaid': msg`Напомните заказчику или позвоните ему.`,
  'paid-unsigned': msg`Без обеих подписей договор не подтвердить.`,
  'places-ending': msg`Место останется за учеником после оплаты или подписи.`,
  overdue: msg`Автоплатежи и платежи из банка уходят отсюда сами.`,
  'payment-errors': msg`Деньги за них можно зачислить, пока платежи не закрыты.`,
  'payment-differences': msg`Строка уйдёт, когда сверка сойдётся или вы отметите её разобранной.`,
  imports: msg`Загрузка уйдёт, когда тот же файл загрузится без ошибок.`,
  'data-requests': msg`Об исправлении отвечают за 7 рабочих дней, об удалении за 10 (без суббот и воскресений; праздники кабинет не знает).`,
  messages: msg`Проверьте адрес и телефон.`,
}
