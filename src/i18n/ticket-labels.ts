import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { TicketState, TicketTopic } from '#contract/enumerations.ts'
import type { Labels } from '#src/i18n/labels.ts'
import type { Appearance } from '#src/ui/tone.ts'

export const ticketTopicLabels: Labels<TicketTopic> = {
  schedule: msg`Расписание`,
  payments: msg`Договоры и оплата`,
  studies: msg`Учёба и оценки`,
  technical: msg`Личный кабинет`,
  other: msg`Другое`,
}

/** Who at the school answers tickets of a topic. */
export const ticketOfficeLabels: Labels<TicketTopic> = {
  schedule: msg`Учебная часть`,
  payments: msg`Отдел договоров и оплаты`,
  studies: msg`Учебная часть`,
  technical: msg`Поддержка личного кабинета`,
  other: msg`Администрация школы`,
}

export type TicketStateLook = Appearance & { text: MessageDescriptor }

export const ticketStateLooks: Record<TicketState, TicketStateLook> = {
  received: { tone: 'info', icon: 'email', text: msg`Получено` },
  inProgress: { tone: 'warning', icon: 'conversations', text: msg`В работе` },
  answered: { tone: 'success', icon: 'check', text: msg`Есть ответ` },
  closed: { tone: 'neutral', icon: 'check', text: msg`Закрыто` },
}

export const unknownTicketState: TicketStateLook = { tone: 'neutral', icon: 'info', text: msg`неизвестно` }
