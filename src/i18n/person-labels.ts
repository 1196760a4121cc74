import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Branch, ConsentPurpose } from '#contract/enumerations.ts'
import type { ListedUser } from '#contract/people/admin.ts'
import type { GuardianPreset, GuardianRight } from '#contract/people/guardian-rights.ts'
import type { RoleGroup } from '#contract/roles.ts'
import type { Labels } from './labels.ts'

/** Phone numbers, roles and rights of people, and where they study. */

/** Formats Russian numbers as `+7 912 345-67-89`; others stay in E.164. */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/, '+7 $1 $2-$3-$4')
}

export const roleGroupLabels: Record<RoleGroup, MessageDescriptor> = {
  admin: msg`Администратор`,
  parent: msg`Родитель`,
  student: msg`Ученик`,
  teacher: msg`Преподаватель`,
}

export const branchLabels: Labels<Branch> = {
  school: msg`Школа`,
  academy: msg`Академия`,
  college: msg`Колледж`,
}

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

/** What a person consents to. */
export const consentLabels: Record<ConsentPurpose, MessageDescriptor> = {
  marketing: msg`Реклама курсов и мероприятий`,
  counters: msg`Статистика посещений и сервисы других компаний`,
  photographs: msg`Фотографии и видео ученика`,
}

/** What a search has found a person by whose own words do not match. */
export function foundByText({ kind, text }: NonNullable<ListedUser['foundBy']>, i18n: I18n): string {
  switch (kind) {
    case 'contract':
      return i18n._(msg`договор №\u00a0${text}`)
    case 'payment':
      return i18n._(msg`платёж №\u00a0${text}`)
    case 'group':
      return i18n._(msg`группа «${text}»`)
    case 'course':
      return i18n._(msg`курс «${text}»`)
  }
}
