import type { I18n } from '@lingui/core'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { WorkQueue } from '#contract/enumerations.ts'
import type { WorkQueueItem } from '#contract/people/school-work.ts'
import { daysUntil } from '#src/i18n/calendar-days.ts'
import type { Dates } from '#src/i18n/dates.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { paymentTitleAlone } from '#src/i18n/payment-title.ts'
import { formatPhone } from '#src/i18n/person-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ContractLink } from '#src/routes/-admin/contract/contract-link.tsx'
import { differenceKindLabels } from '#src/routes/-admin/payments/difference-labels.ts'
import { UserCard } from '#src/routes/-admin/user/opened-user-card.tsx'
import { UserLink } from '#src/routes/-admin/user/user-labels.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { Icon } from '#src/ui/icon.tsx'

type PeopleProps = { item: WorkQueueItem; children?: ReactNode }

export type QueueRowProps = { queue: WorkQueue; item: WorkQueueItem }

/** What is stuck: a contract with its payment, a file, a certificate. */
export function What({ queue, item }: QueueRowProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { contract, count, awaits, differenceKind } = item
  const note = noteOf(item, dates, i18n)
  const faults = t`${plural(count ?? 0, { one: '# ошибка', few: '# ошибки', many: '# ошибок', other: '# ошибки' })}`
  const lost = t`${plural(count ?? 0, { one: '# сообщение', few: '# сообщения', many: '# сообщений', other: '# сообщения' })}`
  if (queue === 'messages') return <span className="tabular-nums">{lost}</span>
  if (queue === 'data-requests')
    return note === 'deletion' ? <Trans>Удалить данные</Trans> : <Trans>Исправить данные</Trans>
  if (differenceKind)
    return (
      <span className="flex flex-col wrap-anywhere">
        {i18n._(labelOf(differenceKindLabels, differenceKind))}
        <Below>{note}</Below>
      </span>
    )
  return (
    <span className="flex flex-col items-start wrap-anywhere">
      {contract ? (
        <span className="whitespace-nowrap">
          <ContractLink {...contract} />
        </span>
      ) : (
        (note ?? <Trans>Зачисление без договора</Trans>)
      )}
      {contract && note && (
        <Below>
          <SchoolText>{note}</SchoolText>
        </Below>
      )}
      {awaits && (
        <Below>{awaits === 'school' ? <Trans>нет подписи школы</Trans> : <Trans>нет подписи заказчика</Trans>}</Below>
      )}
      {count !== null && <Below>{faults}</Below>}
    </span>
  )
}

/** The title of a payment in the current language, or what else a row is about. */
function noteOf({ note, paymentKind, since }: WorkQueueItem, dates: Dates, i18n: I18n): string | null {
  if (note === null || paymentKind === null) return note
  return paymentTitleAlone({ kind: paymentKind, title: note, dueOn: dates.dayOf(since) }, i18n)
}

/** Which payment a row of a queue of payments is: «Август · до 5 августа 2026 г. · осталось 4 400 ₽». */
export function usePaymentWords(): (item: WorkQueueItem) => string {
  const { t, i18n } = useLingui()
  const dates = useDates()
  return (item) => {
    const day = dates.dayWithYear(dates.dayOf(item.since))
    const left = item.amount === null ? null : formatMoney(item.amount, i18n.locale)
    return [noteOf(item, dates, i18n), t`до ${day}`, left && t`осталось ${left}`].filter(Boolean).join(separator)
  }
}

function Below({ children }: { children: ReactNode }) {
  return <span className="text-sm font-normal text-ink-muted tabular-nums">{children}</span>
}

/** Whose it is: the child, and whom to ask. */
export function People({ item: { student, contact, owner }, children }: PeopleProps) {
  const asked = contact ?? owner
  const isSame = student !== null && asked?.id === student.id
  return (
    <span className="flex flex-col items-start md:max-xl:flex-row md:max-xl:gap-x-base">
      {student && <Person person={student} />}
      {asked && !isSame && (
        <span className={student ? 'text-ink-muted' : undefined}>
          <Person person={asked} />
        </span>
      )}
      {children}
    </span>
  )
}

/** The telephone of whom to ask. Among the buttons of a narrow row it is a sign that is pressed. */
export function Telephone({
  item: { contact },
  isIconOnPhone = false,
}: {
  item: WorkQueueItem
  isIconOnPhone?: boolean
}) {
  if (!contact?.phone) return null
  const number = formatPhone(contact.phone)
  return (
    <a
      href={`tel:${contact.phone}`}
      className={`inline-flex items-center rounded whitespace-nowrap text-ink-link tabular-nums ${isIconOnPhone ? 'size-[44px] justify-center md:size-auto md:gap-xxs' : 'min-h-[24px] gap-xxs'}`}
    >
      <Icon name="phone" size={isIconOnPhone ? 20 : 16} />
      <span className={isIconOnPhone ? 'max-md:sr-only' : ''}>{number}</span>
    </a>
  )
}

/** When the office last sent a reminder. */
export function Reminded({ at }: { at: WorkQueueItem['remindedAt'] }) {
  const dates = useDates()
  const { today } = useSchoolNow()
  if (at === null) return null
  const day = dates.dayOf(at)
  return (
    <span className="text-sm text-ink-muted tabular-nums">
      {day === today ? <Trans>напоминали сегодня</Trans> : <Trans>напоминали {dates.day(day)}</Trans>}
    </span>
  )
}

function Person({ person: { id, name } }: { person: { id: string; name: string } }) {
  return (
    <UserLink id={id} onIntent={UserCard.prefetch}>
      {name}
    </UserLink>
  )
}

export function Amount({ amount }: Pick<WorkQueueItem, 'amount'>) {
  const { i18n } = useLingui()
  if (amount === null) return null
  return <span className="whitespace-nowrap tabular-nums">{formatMoney(amount, i18n.locale)}</span>
}

type AgeProps = Pick<WorkQueueItem, 'since'> & { isInLine?: boolean; children?: ReactNode }

/** For how long it waits, and since when. */
export function Age({ since, isInLine = false, children }: AgeProps) {
  const dates = useDates()
  const { today } = useSchoolNow()
  const day = dates.dayOf(since)
  const waited = (
    <Plural
      value={Math.max(0, daysUntil(today, day))}
      _0="сегодня"
      one="# день"
      few="# дня"
      many="# дней"
      other="# дня"
    />
  )
  if (isInLine)
    return (
      <span className="whitespace-nowrap tabular-nums">
        {waited}
        {separator}
        {dates.dayShort(day)}
      </span>
    )
  return (
    <span className="flex flex-col whitespace-nowrap tabular-nums">
      {waited}
      <span className="text-sm text-ink-muted">{dates.dayWithYear(day)}</span>
      {children}
    </span>
  )
}

/** The last day, and whether it is over. */
export function Due({ day, isInLine = false }: { day: string | null; isInLine?: boolean }) {
  const dates = useDates()
  const { today } = useSchoolNow()
  if (day === null) return null
  const isOver = day < today && (
    <span className="text-ink-error">
      <Trans>срок прошёл</Trans>
    </span>
  )
  if (isInLine)
    return (
      <span className="whitespace-nowrap tabular-nums">
        <Trans>до {dates.day(day)}</Trans>
        {isOver && separator}
        {isOver}
      </span>
    )
  return (
    <span className="flex flex-col whitespace-nowrap tabular-nums">
      {dates.dayWithYear(day)}
      {isOver}
    </span>
  )
}
