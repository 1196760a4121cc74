import { msg } from '@lingui/core/macro'
import type { PurchaseObstacle } from '#contract/enumerations.ts'
import type { Words } from './enumeration-words.ts'

/** Why a group, or a course, cannot be bought for somebody; read by `wordsFor`. */
export const purchaseObstacleWords: Words<PurchaseObstacle> = {
  full: msg`В группе нет мест`,
  'already-there': msg`Уже занимается на этом курсе`,
  grade: msg`Курс для другого класса`,
  'enrolment-closed': msg`Запись уже закрыта`,
  'scheme-gone': msg`Так оплатить больше нельзя: выберите другой способ`,
}
