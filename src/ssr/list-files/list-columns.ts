import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ImportState } from '#contract/enumerations.ts'
import type { Cell, ListFileName, ListFileRows } from '#contract/people/list-files.ts'
import { displayName } from '#contract/people/names.ts'
import { groupsHeld, knownRoles } from '#contract/roles.ts'
import type { Dates } from '#src/i18n/dates.ts'
import { type Labels, labelOf, lookUp } from '#src/i18n/labels.ts'
import { absenceReasonLabels } from '#src/i18n/lesson-labels.ts'
import { paymentTitleAlone } from '#src/i18n/payment-title.ts'
import { foundByText, roleGroupLabels } from '#src/i18n/person-labels.ts'
import { problemMessages } from '#src/i18n/problem-messages.ts'
import {
  ticketRecipientText,
  ticketStateLooks,
  ticketTopicLabels,
  unknownTicketState,
} from '#src/i18n/ticket-labels.ts'
import { describeDetail } from '#src/routes/-admin/audit-log/audit-details.ts'
import { actionLabels, outcomeLabels } from '#src/routes/-admin/audit-log/audit-labels.ts'
import { importLabel } from '#src/routes/-admin/import-label.ts'
import { bankLineStateLabels } from '#src/routes/-admin/imports/bank-line-labels.ts'
import { audienceText, newsStateLabels } from '#src/routes/-admin/news/news-labels.ts'
import { differenceKindLabels } from '#src/routes/-admin/payments/difference-labels.ts'
import { problemLabels } from '#src/routes/-admin/problem-labels.ts'
import { statusLabels } from '#src/routes/-admin/user/user-labels.tsx'
import { unknownLabel } from '#src/routes/-query/labels/badges.tsx'

type Words = { i18n: I18n; dates: Dates }
export type ListColumn<Item> = { title: MessageDescriptor; cell: (item: Item, words: Words) => Cell }
type Columns<List extends ListFileName> = readonly ListColumn<ListFileRows[List]>[]

const label = ({ i18n }: Words, labels: Labels<string>, value: string) => i18n._(labelOf(labels, value))

/** `2026-11-30 10:15` in the zone of the school, which every spreadsheet takes for a moment. */
function moment({ dates }: Words, at: string | null): Cell {
  return at && `${dates.dayOf(at)} ${dates.time(at)}`
}

const roubles = (kopecks: number | null) => kopecks && kopecks / 100

/** As the columns of sums show them, in a text that has more than the sum. */
const roublesText = (kopecks: number, locale: string) => `${kopecks / 100}`.replace('.', locale === 'ru' ? ',' : '.')

const users: Columns<'users'> = [
  { title: msg`Фамилия`, cell: ({ lastName }) => lastName },
  { title: msg`Имя`, cell: ({ firstName }) => firstName },
  { title: msg`Отчество`, cell: ({ patronym }) => patronym },
  {
    title: msg`Роль`,
    cell: ({ roles }, words) =>
      groupsHeld(knownRoles(roles))
        .map((group) => label(words, roleGroupLabels, group))
        .join(', '),
  },
  { title: msg`Статус`, cell: ({ status }, { i18n }) => i18n._(lookUp(statusLabels, status, unknownLabel).text) },
  { title: msg`Электронная почта`, cell: ({ email }) => email },
  { title: msg`Телефон`, cell: ({ phone }) => phone },
  { title: msg`Последний вход`, cell: ({ lastSignInAt }, words) => moment(words, lastSignInAt) },
  { title: msg`Дети`, cell: ({ relatives }) => namesOf(relatives.filter(({ kind }) => kind === 'child')) },
  { title: msg`Родители`, cell: ({ relatives }) => namesOf(relatives.filter(({ kind }) => kind === 'guardian')) },
  { title: msg`Группы`, cell: ({ groups }) => groups.join(', ') },
  { title: msg`Найден по`, cell: ({ foundBy }, { i18n }) => foundBy && foundByText(foundBy, i18n) },
]

function namesOf(people: readonly { firstName: string; lastName: string }[]): string {
  return people.map(displayName).join(', ')
}

const messages: Columns<'messages'> = [
  { title: msg`Номер`, cell: ({ number }) => number },
  { title: msg`Сообщение`, cell: ({ subject }) => subject },
  { title: msg`Последние слова автора`, cell: ({ preview }) => preview },
  { title: msg`Автор`, cell: ({ author }) => author.name },
  { title: msg`О ком`, cell: ({ student }) => student?.name ?? null },
  { title: msg`Тема`, cell: ({ topic }, words) => label(words, ticketTopicLabels, topic) },
  {
    title: msg`Статус`,
    cell: ({ state }, { i18n }) => i18n._(lookUp(ticketStateLooks, state, unknownTicketState).text),
  },
  {
    title: msg`Кто отвечает`,
    cell: ({ assignee, recipient }, { i18n }) => assignee?.name ?? (recipient && ticketRecipientText(i18n, recipient)),
  },
  { title: msg`Получено`, cell: ({ createdAt }, words) => moment(words, createdAt) },
  { title: msg`Ответить до`, cell: ({ dueAt }, words) => moment(words, dueAt) },
]

const audit: Columns<'audit'> = [
  { title: msg`Когда`, cell: ({ at }, words) => moment(words, at) },
  { title: msg`Действие`, cell: ({ action }, { i18n }) => i18n._(lookUp(actionLabels, action, unknownLabel).text) },
  {
    title: msg`Итог`,
    cell: ({ problem }, { i18n }) => i18n._(problem === null ? outcomeLabels.done : outcomeLabels.refused),
  },
  {
    title: msg`Почему отказано`,
    cell: ({ problem }, { i18n }) =>
      problem && i18n._(lookUp(problemLabels, problem, lookUp(problemMessages, problem, problemMessages.unknown))),
  },
  { title: msg`Кто`, cell: ({ actor, command }) => actor?.name ?? command },
  { title: msg`О ком`, cell: ({ subject }) => subject?.name ?? null },
  { title: msg`Причина`, cell: ({ reason }) => reason },
  { title: msg`Подробности`, cell: (entry, words) => describeDetail(entry, words) },
  { title: msg`Адрес в сети`, cell: ({ address }) => address },
  { title: msg`Браузер`, cell: ({ browser, system }) => [browser, system].filter(Boolean).join(', ') },
  { title: msg`Запрос`, cell: ({ requestId }) => requestId },
]

/** What is asked for in a request on personal data. */
const requestLabels = { deletion: msg`Удалить данные`, correction: msg`Исправить данные` }

const queue: Columns<'queue'> = [
  { title: msg`Договор`, cell: ({ contract }) => contract?.number ?? null },
  {
    title: msg`Что`,
    cell: ({ note, paymentKind, differenceKind, since }, { i18n, dates }) => {
      if (differenceKind) return `${i18n._(labelOf(differenceKindLabels, differenceKind))}: ${note}`
      if (note && paymentKind)
        return paymentTitleAlone({ kind: paymentKind, title: note, dueOn: dates.dayOf(since) }, i18n)
      const request = note && lookUp<MessageDescriptor | undefined>(requestLabels, note, undefined)
      return request ? i18n._(request) : note
    },
  },
  { title: msg`Ученик`, cell: ({ student }) => student?.name ?? null },
  { title: msg`Кого спросить`, cell: ({ contact }) => contact?.name ?? null },
  { title: msg`Сумма`, cell: ({ amount }) => roubles(amount) },
  { title: msg`Количество`, cell: ({ count }) => count },
  {
    title: msg`Нет подписи`,
    cell: ({ awaits }, { i18n }) => awaits && i18n._(awaits === 'school' ? msg`школы` : msg`заказчика`),
  },
  { title: msg`Ждёт с`, cell: ({ since }, words) => moment(words, since) },
  { title: msg`Напоминали`, cell: ({ remindedAt }, words) => moment(words, remindedAt) },
  { title: msg`Ответить до`, cell: ({ dueOn }) => dueOn },
  { title: msg`Кто отвечает`, cell: ({ taker }) => taker?.name ?? null },
  { title: msg`Кто загрузил`, cell: ({ owner }) => owner?.name ?? null },
]

const absences: Columns<'absences'> = [
  { title: msg`Ученик`, cell: ({ student }) => student.name },
  { title: msg`С`, cell: ({ startsOn }) => startsOn },
  { title: msg`По`, cell: ({ endsOn }) => endsOn },
  { title: msg`Занятие`, cell: ({ lesson }) => lesson?.groupTitle ?? null },
  { title: msg`Начало занятия`, cell: ({ lesson }, words) => lesson && moment(words, lesson.startsAt) },
  { title: msg`Причина`, cell: ({ reason }, words) => label(words, absenceReasonLabels, reason) },
  { title: msg`Комментарий`, cell: ({ comment }) => comment },
  { title: msg`Кто сообщил`, cell: ({ by }) => by.name },
  { title: msg`Когда сообщили`, cell: ({ createdAt }, words) => moment(words, createdAt) },
]

const yes = (isSo: boolean, { i18n }: Words) => (isSo ? i18n._(msg`да`) : null)

const news: Columns<'news'> = [
  { title: msg`Заголовок`, cell: ({ title }) => title },
  {
    title: msg`Статус`,
    cell: ({ state }, { i18n }) => i18n._(lookUp(newsStateLabels, state, unknownLabel).text),
  },
  { title: msg`Для кого`, cell: (item, { i18n }) => audienceText(item, i18n) },
  { title: msg`Время публикации`, cell: ({ publishAt }, words) => moment(words, publishAt) },
  { title: msg`Важная`, cell: ({ isImportant }, words) => yes(isImportant, words) },
  { title: msg`Реклама`, cell: ({ isAdvertising }, words) => yes(isAdvertising, words) },
  { title: msg`Получили уведомление`, cell: ({ notified }) => notified.count },
  { title: msg`Автор`, cell: ({ author }) => author },
]

const imports: Columns<'imports'> = [
  { title: msg`Когда`, cell: ({ createdAt }, words) => moment(words, createdAt) },
  { title: msg`Файл`, cell: ({ fileName }) => fileName },
  {
    title: msg`Кто загрузил`,
    cell: ({ startedBy, isCommand }, { i18n }) => startedBy?.name ?? (isCommand ? i18n._(msg`команда import`) : null),
  },
  { title: msg`Статус`, cell: (run, { i18n }) => i18n._(importLabel(run).text) },
  { title: msg`Прочитано строк`, cell: ({ total }) => total.read },
  { title: msg`Создано`, cell: ({ state, total }) => written(state, total.created) },
  { title: msg`Изменено`, cell: ({ state, total }) => written(state, total.changed) },
  { title: msg`Удалено`, cell: ({ state, total }) => written(state, total.deleted) },
  { title: msg`Ошибок`, cell: ({ faults }) => faults },
]

/** A check counts what an import would write. */
const written = (state: ImportState, rows: number) => (state === 'applied' ? rows : null)

const lines: Columns<'bank-lines'> = [
  { title: msg`Когда`, cell: ({ at }, words) => moment(words, at) },
  { title: msg`Сумма`, cell: ({ amount }) => roubles(amount) },
  { title: msg`Плательщик`, cell: ({ payer }) => payer },
  { title: msg`Назначение`, cell: ({ purpose }) => purpose },
  { title: msg`Файл`, cell: ({ fileName }) => fileName },
  { title: msg`Почему не зачислен сам`, cell: ({ doubt }) => doubt },
  { title: msg`Статус`, cell: ({ state }, words) => label(words, bankLineStateLabels, state) },
  {
    title: msg`Договоры`,
    cell: ({ parts }, { i18n }) =>
      parts.map(({ number, amount }) => `${number}: ${roublesText(amount, i18n.locale)}`).join(', '),
  },
  { title: msg`Причина`, cell: ({ reason }) => reason },
  { title: msg`Кто решил`, cell: ({ decidedBy }) => decidedBy?.name ?? null },
  { title: msg`Когда решили`, cell: ({ decidedAt }, words) => moment(words, decidedAt) },
]

/** The columns of each list. */
export const listColumns: { [List in ListFileName]: Columns<List> } = {
  users,
  messages,
  audit,
  queue,
  absences,
  news,
  imports,
  'bank-lines': lines,
}
