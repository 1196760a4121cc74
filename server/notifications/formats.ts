import { formatLocale, type Locale } from '#contract/enumerations.ts'
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

/** With the whole word of the year: an abbreviation would end sentences with two full stops. */
export function formatDay(day: Day, language: Locale): string {
  const as = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(formatLocale(language), as)
    .format(new Date(`${day}T00:00:00Z`))
    .replace(/г\.$/, 'года')
}

type Instalment = { title: string; amount: number; dueOn: Day }

/** Instalments with their sums and last days, as the end of a sentence that names the sum of all. */
export function instalmentsInWords(instalments: readonly Instalment[], language: Locale): string {
  return instalments
    .map(({ title, amount, dueOn }) => {
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
