import { msg } from '@lingui/core/macro'
import type { PurchaseObstacle } from '#contract/enumerations.ts'
import type { Labels } from './labels.ts'

/** Why a group or a course cannot be bought for a student; read by `labelOf`. */
export const purchaseObstacleLabels: Labels<PurchaseObstacle> = {
  full: msg`В группе нет мест`,
  'already-there': msg`Уже занимается на этом курсе`,
  grade: msg`Курс для другого класса`,
  'enrolment-closed': msg`Запись уже закрыта`,
  'scheme-gone': msg`Так оплатить больше нельзя: выберите другой способ`,
}
