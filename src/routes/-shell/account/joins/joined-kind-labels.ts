import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { JoinedKind } from '#contract/enumerations.ts'

/** What belongs to an account. */
export const joinedKindLabels: Record<JoinedKind, MessageDescriptor> = {
  children: msg`Дети`,
  guardians: msg`Родители`,
  contracts: msg`Договоры и справки`,
  enrolments: msg`Группы и записи на курсы`,
  marks: msg`Оценки и посещаемость`,
  appointments: msg`Экзамены и беседы`,
  absences: msg`Сообщения о пропусках`,
  teaching: msg`Занятия и группы преподавателя`,
  tickets: msg`Обращения`,
  linkedAccounts: msg`Привязанные аккаунты`,
  notifications: msg`Уведомления и письма`,
  settings: msg`Настройки и отметки о прочтении`,
  panel: msg`Новости и загрузки в панели`,
}
