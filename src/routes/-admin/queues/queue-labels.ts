import { msg } from '@lingui/core/macro'
import type { WorkQueue } from '#contract/enumerations.ts'
import type { Labels } from '#src/i18n/labels.ts'

/** Names of the lists of what is stuck. */
export const queueLabels: Labels<WorkQueue> = {
  'unsigned-unpaid': msg`Договоры без подписи и оплаты`,
  'paid-unsigned': msg`Оплачены, но не подписаны`,
  'places-ending': msg`Места, которые скоро освободятся`,
  overdue: msg`Просроченные платежи`,
  'payment-errors': msg`Платежи с ошибкой`,
  'payment-differences': msg`Расхождения с платёжным сервисом`,
  refunds: msg`Возвраты на счёт`,
  transfers: msg`Смены групп`,
  certificates: msg`Справки для налоговой`,
  imports: msg`Загрузки с ошибками`,
  messages: msg`Недоставленные сообщения`,
  'data-requests': msg`Запросы о персональных данных`,
}
