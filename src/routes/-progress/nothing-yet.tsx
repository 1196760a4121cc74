import { Trans } from '@lingui/react/macro'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

/** A dash for those who see it, words for those who listen. */
export function NothingYet() {
  return (
    <>
      <span aria-hidden="true" className="text-ink-muted">
        —
      </span>
      <VisuallyHidden>
        <Trans>нет</Trans>
      </VisuallyHidden>
    </>
  )
}
