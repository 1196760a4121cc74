import type { Locale, RouteName } from '#contract/enumerations.ts'
import { type Screen, screens } from '#contract/screens.ts'

/** What the button of an email opens. */
const labels: Partial<Record<RouteName, Record<Locale, string>>> = {
  schedule: { ru: 'Открыть расписание', en: 'Open the schedule' },
  'grade-book': { ru: 'Открыть журнал оценок', en: 'Open the marks' },
  homework: { ru: 'Открыть домашние задания', en: 'Open the homework' },
  progress: { ru: 'Открыть посещаемость и задания', en: 'Open attendance and homework' },
  'contracts-and-payments': { ru: 'Открыть договоры и оплату', en: 'Open contracts and payments' },
  'contracts-and-payments-detail': { ru: 'Открыть договор', en: 'Open the contract' },
  payment: { ru: 'Открыть оплату', en: 'Open the payment' },
  'schedule-change': { ru: 'Открыть смену группы', en: 'Open the group change' },
  catalog: { ru: 'Открыть каталог курсов', en: 'Open the course catalogue' },
  'catalog-course': { ru: 'Открыть курс', en: 'Open the course' },
  purchase: { ru: 'Продолжить запись', en: 'Continue the enrolment' },
  '2035': { ru: 'Открыть программу «2035»', en: 'Open the “2035” programme' },
  'tax-deduction': { ru: 'Открыть налоговый вычет', en: 'Open the tax deduction' },
  messages: { ru: 'Открыть переписку', en: 'Open the conversation' },
  events: { ru: 'Открыть мероприятия', en: 'Open the events' },
  'school-news': { ru: 'Открыть новость', en: 'Open the news item' },
  profile: { ru: 'Открыть профиль', en: 'Open the profile' },
  'not-me': { ru: 'Это не я', en: 'It was not me' },
  admin: { ru: 'Открыть панель администратора', en: 'Open the administration panel' },
}

const account: Record<Locale, string> = { ru: 'Открыть личный кабинет', en: 'Open your account' }

/** Names the screen that a link of an email opens. */
export function linkLabelOf(url: string, language: Locale): string {
  const path = partsOf(new URL(url).pathname)
  const screen = Object.values<Screen>(screens).find(
    ({ address }) => address !== null && matches(partsOf(address), path),
  )
  return ((screen && labels[screen.name]) ?? account)[language]
}

function partsOf(path: string): string[] {
  return path.split('/').filter(Boolean)
}

function matches(address: readonly string[], path: readonly string[]): boolean {
  return (
    address.length === path.length && address.every((part, position) => part.startsWith('$') || part === path[position])
  )
}
