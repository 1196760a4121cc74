import { Trans } from '@lingui/react/macro'
import { type ReactNode, useCallback, useRef } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'

/** Of the step that is shown: it takes the focus of what has gone. */
export type StepHeading = {
  ref: (element: HTMLElement | null) => void
  focus: () => void
  /** Of what may go while the step stays, such as a button that has done its work: the focus on it comes here. */
  inheritsFrom: (element: HTMLElement | null) => () => void
}

type FlowStepProps = {
  heading: StepHeading
  title: ReactNode
  lead?: ReactNode
  /** Why one is here when one wanted elsewhere. */
  notice: ReactNode
  busy: boolean
  /** Absent where there is no step before this one. */
  onBack?: (() => void) | undefined
  /** The way on. */
  next?: ReactNode
  children: ReactNode
}

/** What the steps of a flow on a page have in common: a heading that takes the focus, and the ways back and on. */
export function FlowStep({ heading, title, lead, notice, busy, onBack, next, children }: FlowStepProps) {
  return (
    <section aria-labelledby="step" className="flex flex-col gap-lg">
      <header>
        <h2 id="step" ref={heading.ref} tabIndex={-1} className="text-xl focus-visible:outline-none">
          {title}
        </h2>
        {lead && <p className="mt-xxs max-w-text text-ink-muted">{lead}</p>}
      </header>
      {notice}
      {children}
      {(onBack || next) && (
        <footer className="flex flex-wrap justify-between gap-xs max-md:flex-col-reverse">
          {onBack && (
            <Button icon={<Icon name="arrow-left" />} disabled={busy} onClick={onBack}>
              <Trans>Назад</Trans>
            </Button>
          )}
          {next}
        </footer>
      )}
    </section>
  )
}

/** A step that takes the place of another takes the focus with it; the first one leaves it where the browser put it. */
export function useStepHeading(): StepHeading {
  const heading = useRef<HTMLElement | null>(null)
  const isFirst = useRef(true)
  const focus = useCallback(() => heading.current?.focus(), [])
  const ref = useCallback((element: HTMLElement | null) => {
    heading.current = element
    if (element === null) return
    if (!isFirst.current) element.focus({ preventScroll: true })
    isFirst.current = false
  }, [])
  const inheritsFrom = useCallback(
    (element: HTMLElement | null) => () => {
      if (element === element?.ownerDocument.activeElement) heading.current?.focus({ preventScroll: true })
    },
    [],
  )
  return { ref, focus, inheritsFrom }
}
