import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { IconName, NotificationCategory } from '#contract/enumerations.ts'

export const notificationCategoryLabels: Record<NotificationCategory, MessageDescriptor> = {
  lessons: msg`Занятия`,
  marks: msg`Оценки`,
  homework: msg`Домашние задания`,
  payments: msg`Платежи`,
  enrolment: msg`Договоры и группы`,
  documents: msg`Справки`,
  tickets: msg`Обращения`,
  events: msg`Мероприятия`,
  security: msg`Безопасность`,
}

export const notificationCategoryIcons: Record<NotificationCategory, IconName> = {
  lessons: 'calendar',
  marks: 'grade-book',
  homework: 'book',
  payments: 'wallet',
  enrolment: 'contract-neutral',
  documents: 'tax',
  tickets: 'email',
  events: 'events',
  security: 'profile',
}
