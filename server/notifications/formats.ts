import { formatLocale, type Locale, type PaymentKind } from '#contract/enumerations.ts'
import { type GuardianRight, type GuardianRights, guardianRights } from '#contract/people/guardian-rights.ts'
import type { Day } from '#server/time/calendar-days.ts'

const currency = {
  style: 'currency',
  currency: 'RUB',
  currencyDisplay: 'narrowSymbol',
  trailingZeroDisplay: 'stripIfInteger',
} as const
const sums = { ru: new Intl.NumberFormat('ru', currency), en: new Intl.NumberFormat('en', currency) }

/** Kopecks as roubles. */
export function formatAmount(kopecks: number, language: Locale): string {
  return sums[language].format(kopecks / 100)
}

/** Day and time without year, in the time zone of the school. */
export function formatInstant(instant: Date, language: Locale, timeZone: string): string {
  const as = { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', timeZone } as const
  return new Intl.DateTimeFormat(formatLocale(language), as).format(instant)
}

const date = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
const dates = {
  ru: new Intl.DateTimeFormat(formatLocale('ru'), date),
  en: new Intl.DateTimeFormat(formatLocale('en'), date),
}

/** With the whole word of the year: an abbreviation would end sentences with two full stops. */
export function formatDay(day: Day, language: Locale): string {
  return dates[language].format(new Date(`${day}T00:00:00Z`)).replace(/г\.$/, 'года')
}

/** `title` is the stored one, in Russian; `number` is that among the payments of the contract. */
type Instalment = { kind: PaymentKind; title: string; number: number; amount: number; dueOn: Day }

const englishTitles: Record<Exclude<PaymentKind, 'stage' | 'month' | 'other'>, string> = {
  whole: 'Full payment',
  first: 'First instalment',
  bank: 'Transfer from the bank',
  own: 'Own funds',
  fund: 'Maternity capital',
  'own-rest': 'Own funds, remainder',
  'other-group': 'Extra charge for another group',
}

/** As the pages name it: of other kinds by the title that the school has given. */
function titleOf({ kind, title, number, dueOn }: Instalment, language: Locale): string {
  if (language === 'ru' || kind === 'other') return title
  if (kind === 'stage') return `Payment ${number}`
  if (kind !== 'month') return englishTitles[kind]
  const as = { month: 'long', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(formatLocale(language), as).format(new Date(`${dueOn}T00:00:00Z`))
}

/** Instalments with their sums and last days, as the end of a sentence that names the sum of all. */
export function instalmentsInWords(instalments: readonly Instalment[], language: Locale): string {
  return instalments
    .map((instalment) => {
      const { amount, dueOn } = instalment
      const title = titleOf(instalment, language)
      const [name, day] = [language === 'ru' ? `«${title}»` : `“${title}”`, formatDay(dueOn, language)]
      const sum = instalments.length > 1 ? `${formatAmount(amount, language)} ` : ''
      return language === 'ru' ? `${name} — ${sum}до ${day}` : `${name} — ${sum}by ${day}`
    })
    .join('; ')
}

const rightWords: Record<GuardianRight, Record<Locale, string>> = {
  seesLearning: { ru: 'видеть расписание и оценки', en: 'see the schedule and marks' },
  seesContracts: { ru: 'видеть договоры и платежи', en: 'see contracts and payments' },
  pays: { ru: 'подписывать и оплачивать', en: 'sign and pay' },
  enrols: { ru: 'записывать на курсы и менять группы', en: 'enrol and change groups' },
  writes: { ru: 'писать в школу о ребёнке', en: 'write to the school about the child' },
  isNotified: { ru: 'получать уведомления', en: 'get notifications' },
}

/** What a guardian may do, as the end of a sentence; empty for nothing. */
export function rightsInWords(rights: GuardianRights, language: Locale): string {
  const given = guardianRights.filter((right) => rights[right]).map((right) => rightWords[right][language])
  return given.join(', ')
}
