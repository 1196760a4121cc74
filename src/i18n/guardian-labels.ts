import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { GuardianPreset, GuardianRight } from '#contract/people/guardian-rights.ts'

/** What a guardian may do for a child. */
export const guardianRightLabels: Record<GuardianRight, MessageDescriptor> = {
  seesLearning: msg`Видит расписание и оценки`,
  seesContracts: msg`Видит договоры и платежи`,
  pays: msg`Подписывает и оплачивает`,
  enrols: msg`Записывает на курсы и меняет группы`,
  writes: msg`Пишет в школу о ребёнке`,
  isNotified: msg`Получает уведомления`,
}

export const guardianPresetLabels: Record<GuardianPreset, MessageDescriptor> = {
  full: msg`Все права`,
  payer: msg`Плательщик`,
  learning: msg`Только учёба`,
  informed: msg`Только в курсе`,
}
