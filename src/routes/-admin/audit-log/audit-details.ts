import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AuditEntry } from '#contract/people/admin.ts'
import type { AuditAction, MatchFailure } from '#contract/people/audit.ts'
import type { Dates } from '#src/i18n/dates.ts'
import { lookUp } from '#src/i18n/labels.ts'
import { deliveryChannelLabels } from '#src/i18n/notification-labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { roleGroupLabels } from '#src/i18n/person-labels.ts'
import { roleLabels } from '#src/i18n/role-labels.ts'
import { ticketStateLooks, ticketTopicLabels } from '#src/i18n/ticket-labels.ts'

type Labels = Record<string, MessageDescriptor>

const ticketStateLabels = Object.fromEntries(Object.entries(ticketStateLooks).map(([state, { text }]) => [state, text]))

export const matchFailureLabels: Record<MatchFailure, MessageDescriptor> = {
  sharedContact: msg`почта или телефон записаны у нескольких людей`,
  boundContact: msg`у человека с этой почтой или телефоном уже другая учётная запись`,
  staffContact: msg`эта почта или телефон у сотрудника, а этот способ входа не для сотрудников`,
  contactsIgnored: msg`по почте и телефону этого способа входа школа людей не узнаёт`,
  unverifiedContact: msg`сервис входа не подтвердил почту или телефон`,
}

/** Labels of the codes in the details of an action. */
const codesOfAction: Partial<Record<AuditAction, Labels>> = {
  'session.match-failed': matchFailureLabels,
  'roles.granted': roleLabels,
  'roles.revoked': roleLabels,
  'ticket.state': ticketStateLabels,
  'ticket.topic': ticketTopicLabels,
  'import.payments': { unclearPayers: msg`плательщик не определён` },
  'invitation.sent': deliveryChannelLabels,
  'invitation.queued': { ...roleGroupLabels, all: msg`Все` },
}

const imports: readonly AuditAction[] = ['import.payments', 'import.people', 'import.school']

/** Days and sums as the server has written them. */
const storedDay = /(?<=^|\s)\d{4}-\d{2}-\d{2}(?=$|[\s,])/g
const storedSum = /\b(\d+)\.(\d{2}) ₽/g

/** The detail of an entry with labels for its codes, for example «Р-2026-000007, Получено → В работе», and words for days and sums. */
export function describeDetail(
  { action, detail }: Pick<AuditEntry, 'action' | 'detail'>,
  { i18n, dates }: { i18n: I18n; dates: Dates },
): string | null {
  if (detail === null) return null
  const labels = lookUp<Labels | undefined>(codesOfAction, action, undefined)
  // A name of a file may have a day in it.
  const counted = imports.includes(action)
    ? detail.replace(/: (?=\d)/, `, ${i18n._(msg`записей`)}:\u00a0`)
    : detail
        .replaceAll(storedDay, (day) => dates.dayWithYear(day))
        .replaceAll(storedSum, (_, roubles, kopecks) => formatMoney(Number(roubles + kopecks), i18n.locale))
  if (labels === undefined) return counted
  return counted.replaceAll(/\w+/g, (word) => {
    const label = lookUp<MessageDescriptor | undefined>(labels, word, undefined)
    return label ? i18n._(label) : word
  })
}
