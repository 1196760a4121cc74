import { useLingui } from '@lingui/react/macro'
import { useDates } from '#src/i18n/use-dates.ts'
import { entryWords } from './entry-words.ts'
import { type JournalEntry, keyOf } from './journal.ts'
import { MarkSign } from './mark-sign.tsx'
import type { Settings } from './verdict.ts'

type CourseDaysProps = {
  entries: readonly JournalEntry[]
  settings: Settings | undefined
  onOpen: (key: string) => void
}

/** The days of one course, the latest first, each leading to its details. */
export function CourseDays({ entries, settings, onOpen }: CourseDaysProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  return (
    <ul className="divide-y divide-line-soft">
      {entries.toReversed().map((entry) => (
        <li key={entry.uuid}>
          <button
            type="button"
            onClick={() => onOpen(keyOf(entry))}
            className="flex w-full items-center gap-sm rounded py-xs text-left transition-colors hover:bg-surface-hover focus-visible:-outline-offset-2"
          >
            <span className="inline-flex w-xxl shrink-0 justify-center">
              <MarkSign entry={entry} />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block">{entry.topic}</span>
              <span className="block text-sm text-ink-muted">
                <time dateTime={entry.date}>{dates.day(entry.date)}</time>: {entryWords(entry, settings, i18n)}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
