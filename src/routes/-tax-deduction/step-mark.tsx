import { Trans } from '@lingui/react/macro'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

/** Check mark of a completed step, else its number or an empty circle. */
export function StepMark({ isDone, number }: { isDone: boolean; number?: number }) {
  if (isDone) {
    return (
      <span className="inline-flex size-lg shrink-0 items-center justify-center rounded-full bg-surface-success text-ink-success">
        <Icon name="check" size={16} />
        <VisuallyHidden>
          <Trans>Сделано:</Trans>
        </VisuallyHidden>
      </span>
    )
  }
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-lg shrink-0 items-center justify-center rounded-full border border-line text-sm text-ink-muted tabular-nums"
    >
      {number}
    </span>
  )
}
