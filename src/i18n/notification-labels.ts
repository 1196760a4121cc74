import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type {
  IconName,
  NotificationCategory,
  NotificationChannel,
  NotificationFrequency,
} from '#contract/enumerations.ts'
import type { UserDelivery } from '#contract/people/admin.ts'

export const notificationCategoryLabels: Record<NotificationCategory, MessageDescriptor> = {
  lessons: msg`Занятия`,
  marks: msg`Оценки`,
  homework: msg`Домашние задания`,
  payments: msg`Платежи`,
  enrolment: msg`Договоры и группы`,
  documents: msg`Справки`,
  tickets: msg`Сообщения`,
  events: msg`Мероприятия`,
  news: msg`Новости школы`,
  security: msg`Безопасность`,
}

export const notificationChannelLabels: Record<NotificationChannel, MessageDescriptor> = {
  app: msg`Кабинет`,
  email: msg`Почта`,
  sms: msg`СМС`,
  push: msg`Пуш`,
}

/** Channels of messages that were sent to a user. */
export const deliveryChannelLabels: Record<UserDelivery['channel'], MessageDescriptor> = {
  email: notificationChannelLabels.email,
  phone: notificationChannelLabels.sms,
  push: notificationChannelLabels.push,
}

export const notificationFrequencyLabels: Record<NotificationFrequency, MessageDescriptor> = {
  'at-once': msg`Сразу`,
  daily: msg`Раз в день`,
  weekly: msg`Раз в неделю`,
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
  news: 'info',
  security: 'profile',
}
