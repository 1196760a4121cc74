import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DayState, JournalEntry } from './journal.ts'
import type { Settings } from './verdict.ts'

/** What is said where no mark stands. */
export const stateWords: Record<Exclude<DayState, 'marked'>, MessageDescriptor> = {
  absent: msg`отсутствовал(а)`,
  'not-given': msg`не выставлено`,
  'not-held': msg`урока не было`,
}

export const noLessonWords = msg`нет урока`
export const noJournalWords = msg`журнал не ведётся`

/** The kind of a mark as the school calls it; nothing while nobody knows. */
export function kindTitle(markType: string, settings: Settings | undefined): string | null {
  return settings?.markTypes.find(({ code }) => code === markType)?.title ?? null
}

/** A day of a journal in words, such as «5, контрольная работа, вес 3, новая». */
export function entryWords(entry: JournalEntry, settings: Settings | undefined, i18n: I18n): string {
  const { state, mark, markType, isNew } = entry
  const kind = kindTitle(markType, settings)?.toLocaleLowerCase(i18n.locale)
  const parts = [
    state === 'marked' ? mark?.value : i18n._(stateWords[state]),
    state === 'not-held' ? null : kind,
    state === 'marked' && mark && mark.weight !== 1 && mark.weight > 0
      ? i18n._(msg`вес ${i18n.number(mark.weight)}`)
      : null,
    isNew && i18n._(msg`новая`),
  ]
  return parts.filter(Boolean).join(', ')
}
