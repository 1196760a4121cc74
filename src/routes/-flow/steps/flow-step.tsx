import { Trans } from '@lingui/react/macro'
import { type ReactNode, useCallback, useRef } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { pageTitleClasses } from '#src/ui/layout/page-heading.tsx'

/** Heading of the current step, which takes over the focus of removed elements. */
export type StepHeading = {
  ref: (element: HTMLElement | null) => void
  focus: () => void
  /**
   * For an element that may be removed while the step stays, such as a completed button: moves its focus to the
   * heading.
   */
  inheritsFrom: (element: HTMLElement | null) => () => void
}

/** The part of a flow that its steps have in common. */
export type StepFlow = {
  heading: StepHeading
  /** Why the flow is at this step instead of the requested one. */
  notice: ReactNode
  isBusy: boolean
  /** The headings of the steps are the visible titles of the page. */
  namesPage?: boolean
  send: (event: { type: 'step.back' }) => void
}

type FlowStepProps = {
  flow: StepFlow
  title: ReactNode
  lead?: ReactNode
  /** Whether there is a previous step. */
  back?: boolean
  /** Button to the next step. */
  next?: ReactNode
  children: ReactNode
}

/** A step of a flow: heading, notice, content, and the buttons back and forward. */
export function FlowStep({ flow, title, lead, back = false, next, children }: FlowStepProps) {
  const { heading, notice, isBusy, namesPage = false, send } = flow
  return (
    <section aria-labelledby="step" className="flex flex-col gap-lg">
      <header>
        <h2
          id="step"
          ref={heading.ref}
          tabIndex={-1}
          className={classNames('focus-visible:outline-none', namesPage ? pageTitleClasses : 'text-xl')}
        >
          {title}
        </h2>
        {lead && <p className="mt-xxs max-w-text text-ink-muted">{lead}</p>}
      </header>
      {notice}
      {children}
      {(back || next) && (
        <footer className="flex flex-wrap justify-between gap-xs max-md:flex-col-reverse">
          {back && (
            <Button icon={<Icon name="arrow-left" />} disabled={isBusy} onClick={() => send({ type: 'step.back' })}>
              <Trans>Назад</Trans>
            </Button>
          )}
          {next}
        </footer>
      )}
    </section>
  )
}

/** Moves the focus to the heading when a step replaces another; the first step leaves the focus where it is. */
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
