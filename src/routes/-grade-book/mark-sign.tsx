import { classes } from '#src/ui/classes.ts'
import { Icon } from '#src/ui/icon.tsx'
import { type JournalEntry, numberOf } from './journal.ts'

/** What stands in a journal on a day, at a glance; the words beside it or its cell say the same. */
export function MarkSign({ entry }: { entry: JournalEntry | undefined }) {
  if (entry === undefined) return null
  const { state, mark, isNew } = entry
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
      className={classes(
        'relative inline-flex h-control-sm min-w-control-sm items-center justify-center rounded px-xxs text-base tabular-nums',
        state === 'absent' ? 'text-ink-muted' : looksOf(mark?.value ?? ''),
        weight > 1 && 'font-strong',
        isNew && 'bg-surface-accent',
      )}
    >
      {mark?.value ?? '…'}
      {weight > 1 && <span className="self-end text-xs font-normal text-ink-muted">×{weight}</span>}
      {isNew && <span className="absolute -top-half -right-half size-xs rounded-full bg-primary" />}
    </span>
  )
}

/** A mark that warns is red; of points out of a maximum only their share would say. */
function looksOf(value: string): string {
  const number = numberOf(value)
  return (number !== null && number < 3) || value.startsWith('не') ? 'text-ink-error' : 'text-ink'
}
