import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { Flow } from './flow.ts'
import { RefusalNotice } from './refusal-notice.tsx'

type StepFrameProps = {
  flow: Flow
  title: ReactNode
  lead?: ReactNode
  /** There is a step before this one. */
  back?: boolean
  /** The way on. */
  next?: ReactNode
  children: ReactNode
}

/** What all steps have: a heading that takes the focus, why one is here when one wanted elsewhere, and the way back. */
export function StepFrame({ flow, title, lead, back = false, next, children }: StepFrameProps) {
  return (
    <section aria-labelledby="step" className="flex flex-col gap-lg">
      <header>
        <h2 id="step" ref={flow.heading.ref} tabIndex={-1} className="text-xl focus-visible:outline-none">
          {title}
        </h2>
        {lead && <p className="mt-xxs max-w-text text-ink-muted">{lead}</p>}
      </header>
      <RefusalNotice flow={flow} />
      {children}
      {(back || next) && (
        <footer className="flex flex-wrap justify-between gap-xs max-md:flex-col-reverse">
          {back && (
            <Button
              icon={<Icon name="arrow-left" />}
              disabled={flow.isBusy}
              onClick={() => flow.send({ type: 'step.back' })}
            >
              <Trans>Назад</Trans>
            </Button>
          )}
          {next}
        </footer>
      )}
    </section>
  )
}
