import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ServiceAccountRow, WebhookDelivery } from '#contract/integration/integrations.ts'
import type { ServiceArea } from '#contract/integration/service-areas.ts'
import type { WebhookEvent } from '#contract/integration/webhooks.ts'
import type { Label } from '#src/routes/-query/labels/badges.tsx'

export const areaLabels: Record<ServiceArea, MessageDescriptor> = {
  school: msg`Школа: площадки, курсы, группы`,
  people: msg`Люди, семьи, состав групп`,
  schedule: msg`Расписание и задания`,
  grades: msg`Оценки`,
  programme: msg`Программа «2035»`,
  money: msg`Договоры и платежи`,
  purchases: msg`Покупки и сообщения`,
  content: msg`Мероприятия и баннеры`,
  roles: msg`Роли, в том числе администраторов`,
}

export const eventLabels: Record<WebhookEvent, MessageDescriptor> = {
  'contract.created': msg`Договор составлен`,
  'contract.changed': msg`Договор изменился`,
  'transfer.requested': msg`Заявка на смену группы`,
  'transfer.withdrawn': msg`Смена группы отозвана`,
  'transfer.applied': msg`Группа сменена`,
  'enrolment.created': msg`Запись на программу`,
  'enrolment.withdrawn': msg`Запись на программу отменена`,
  'ticket.created': msg`Новое сообщение`,
  'ticket.updated': msg`Переписка изменилась`,
  'profile.changed': msg`Профиль изменён`,
  'certificate.requested': msg`Запрошена справка для налоговой`,
  'payment.booked': msg`Платёж или возврат`,
  'waiting-list.offered': msg`Место предложено из очереди`,
}

export const accountStateLabels: Record<ServiceAccountRow['state'], Label> = {
  active: { tone: 'success', text: msg`Действует` },
  expired: { tone: 'neutral', text: msg`Срок вышел` },
  revoked: { tone: 'neutral', text: msg`Доступ отозван` },
}

export const deliveryStateLabels: Record<WebhookDelivery['state'], Label> = {
  waiting: { tone: 'info', text: msg`Ждёт отправки` },
  delivered: { tone: 'success', text: msg`Доставлено` },
  'given-up': { tone: 'error', text: msg`Не доставлено` },
}
