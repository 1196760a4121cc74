import type { ReactNode } from 'react'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { Button, type ButtonProps } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

type DocumentButtonProps = Pick<ButtonProps, 'variant' | 'size' | 'onClick'> & {
  label: string
  /** Distinguishes several buttons of one page for screen readers. */
  about: string
  /** What is shown instead of the label where space is short: a part of it. */
  short?: string | undefined
  /** The call for the URL of the document. */
  ask: { isPending: boolean; error: Error | null }
  /** What is said when the call has failed. */
  failure: ReactNode
}

/** Downloads a document as PDF. Its URL is requested on click, because it expires after minutes. */
export function DocumentButton({ label, about, short, ask, failure, ...buttonProps }: DocumentButtonProps) {
  return (
    <>
      <Button
        {...buttonProps}
        icon={<Icon name="download" size={buttonProps.size === 'small' ? 16 : 20} />}
        busy={ask.isPending}
      >
        <span>
          {short === undefined ? (
            label
          ) : (
            <>
              <span aria-hidden="true">{short}</span>
              <VisuallyHidden>{label}</VisuallyHidden>
            </>
          )}
          <VisuallyHidden>: {about}</VisuallyHidden>
        </span>
      </Button>
      <CallError error={ask.error}>{failure}</CallError>
    </>
  )
}
