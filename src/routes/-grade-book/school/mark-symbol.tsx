import { useLingui } from '@lingui/react'
import { markText } from '#src/i18n/school-titles.ts'
import { type JournalEntry, markToNumber } from '#src/routes/-grade-book/journal.ts'
import { absenceSign } from '#src/routes/-grade-book/journal-texts.ts'
import { NoveltySign } from '#src/routes/-grade-book/novelty.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Icon } from '#src/ui/icon.tsx'

/** Visual symbol of a journal entry; the accessible text is beside it or in the name of the cell. */
export function MarkSymbol({ entry }: { entry: JournalEntry | undefined }) {
  const { i18n } = useLingui()
  if (entry === undefined) return null
  const { state, mark, novelty } = entry
  if (state === 'not-given') return <span aria-hidden="true" className="size-xxs rounded-full bg-grey-6" />
  if (state === 'not-held') {
    return (
      <span aria-hidden="true" className="text-ink-disabled">
        <Icon name="close" size={16} />
      </span>
    )
  }
  const weight = state === 'marked' && mark !== null ? mark.weight : 1
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'relative inline-flex h-xl min-w-xl items-center justify-center rounded px-xxs text-base tabular-nums',
        state === 'absent' ? 'text-ink-muted' : markColor(mark?.value ?? ''),
        weight > 1 && 'font-strong',
        novelty && 'bg-surface-info inset-ring inset-ring-line',
      )}
    >
      {state === 'absent' ? i18n._(absenceSign) : mark ? markText(mark.value, i18n) : '…'}
      {weight > 1 && <span className="self-end text-xs font-normal text-ink-muted">×{weight}</span>}
      {novelty && (
        <span className="absolute -top-half -right-half flex">
          <NoveltySign novelty={novelty} />
        </span>
      )}
    </span>
  )
}

/** Failing marks are red; scores out of a maximum are not judged here. */
function markColor(value: string): string {
  const number = markToNumber(value)
  return (number !== null && number < 3) || value.startsWith('не') ? 'text-ink-error' : 'text-ink'
}
