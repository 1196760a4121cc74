import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { TicketRecipientRole, TicketState, TicketTopic } from '#contract/enumerations.ts'
import { type Labels, labelOf } from '#src/i18n/labels.ts'
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

const ticketRecipientRoleLabels: Labels<TicketRecipientRole> = {
  teacher: msg`преподаватель`,
  curator: msg`куратор`,
}

/** Name and role of the person who has a ticket. */
export function ticketRecipientText(i18n: I18n, { name, role }: { name: string; role: TicketRecipientRole }): string {
  return `${name}, ${i18n._(labelOf(ticketRecipientRoleLabels, role))}`
}

export type TicketStateLook = Appearance & { text: MessageDescriptor }

export const ticketStateLooks: Record<TicketState, TicketStateLook> = {
  received: { tone: 'info', icon: 'email', text: msg`Получено` },
  inProgress: { tone: 'info', icon: 'conversations', text: msg`В работе` },
  answered: { tone: 'success', icon: 'check', text: msg`Есть ответ` },
  closed: { tone: 'neutral', icon: 'check', text: msg`Закрыто` },
}

export const unknownTicketState: TicketStateLook = { tone: 'neutral', icon: 'info', text: msg`неизвестно` }
