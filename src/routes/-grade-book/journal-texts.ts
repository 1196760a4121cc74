import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { formatLocale } from '#contract/enumerations.ts'
import type { GradeBook } from '#contract/learning/grade-book.ts'
import type { Labels } from '#src/i18n/labels.ts'
import { absentLabel } from '#src/i18n/lesson-labels.ts'
import type { DayState, JournalEntry, Novelty } from './journal.ts'
import type { Settings } from './passing-marks.ts'

/** Texts for days without a mark. */
export const stateMessages: Record<Exclude<DayState, 'marked'>, MessageDescriptor> = {
  absent: absentLabel,
  'not-given': msg`не выставлено`,
  'not-held': msg`урока не было`,
}

/** Written in the cell of an absence; the school's records have the Russian letter. */
export const absenceSign = msg`н`

export const noveltyMessages: Record<Novelty, MessageDescriptor> = { given: msg`новая`, corrected: msg`исправлена` }

/** What a part of the year is called, by the kind of school. */
export const termLabels: Labels<GradeBook['variant']> = {
  school: msg`Период`,
  academy: msg`Модуль`,
  college: msg`Семестр`,
}

export const noLessonMessage = msg`нет урока`
export const noJournalMessage = msg`журнал не ведётся`

/** Title of a mark type from the settings; null until they are loaded. */
export function markTypeTitle(markType: string, settings: Settings | undefined): string | null {
  return settings?.markTypes.find(({ code }) => code === markType)?.title ?? null
}

/** Describes a journal entry, for example «5, контрольная работа, вес 3, новая». */
export function describeEntry(entry: JournalEntry, settings: Settings | undefined, i18n: I18n): string {
  const { state, mark, markType, novelty } = entry
  const kind = markTypeTitle(markType, settings)?.toLocaleLowerCase(i18n.locale)
  const parts = [
    state === 'marked' ? mark?.value : i18n._(stateMessages[state]),
    state === 'not-held' ? null : kind,
    state === 'marked' && mark && mark.weight !== 1 && mark.weight > 0
      ? i18n._(msg`вес ${i18n.number(mark.weight)}`)
      : null,
    novelty && i18n._(noveltyMessages[novelty]),
  ]
  return parts.filter(Boolean).join(', ')
}

/** The month of a day in the first letters of its short name, for example «нояб» or «ноя». */
export function monthInLetters(day: string, locale: string, count: number): string {
  const format = new Intl.DateTimeFormat(formatLocale(locale), { timeZone: 'UTC', month: 'short' })
  return format
    .format(new Date(`${day}T12:00Z`))
    .replace('.', '')
    .slice(0, count)
}

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const

/** An average with two decimals; null for null. */
export function formatAverage(average: number, i18n: I18n): string
export function formatAverage(average: number | null, i18n: I18n): string | null
export function formatAverage(average: number | null, i18n: I18n): string | null {
  return average === null ? null : i18n.number(average, twoDecimals)
}

/** For example «75 %»; `percentage` is between 0 and 100. */
export function formatPercentage(percentage: number, i18n: I18n): string {
  return i18n.number(percentage / 100, { style: 'percent', maximumFractionDigits: 1 })
}

/** The same with one decimal always, for percentages below each other: «70,0 %». */
export function formatPercentageInColumn(percentage: number, i18n: I18n): string {
  return i18n.number(percentage / 100, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
}

/** A signed change, for example «−0,13»; `Intl` writes a hyphen. */
export function formatChange(change: number, i18n: I18n, digits: Intl.NumberFormatOptions = twoDecimals): string {
  return i18n.number(change, { signDisplay: 'exceptZero', ...digits }).replace('-', '\u2212')
}
