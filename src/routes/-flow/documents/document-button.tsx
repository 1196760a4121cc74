import type { ReactNode } from 'react'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { Button, type ButtonProps } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

type DocumentButtonProps = Pick<ButtonProps, 'variant' | 'size' | 'onClick'> & {
  label: string
  /** Distinguishes several buttons of one page for screen readers. */
  about: string
  /** Shows only the icon; the label is for screen readers. */
  compact: boolean
  /** The call for the URL of the document. */
  ask: { isPending: boolean; error: Error | null }
  /** What is said when the call has failed. */
  failure: ReactNode
}

/** Downloads a document as PDF. Its URL is requested on click, because it expires after minutes. */
export function DocumentButton({ label, about, compact, ask, failure, ...buttonProps }: DocumentButtonProps) {
  return (
    <>
      <Button
        {...buttonProps}
        {...(compact && { title: label })}
        icon={<Icon name="download" size={buttonProps.size === 'small' ? 16 : 20} />}
        busy={ask.isPending}
      >
        <span>
          {compact ? <VisuallyHidden>{label}</VisuallyHidden> : label}
          <VisuallyHidden>: {about}</VisuallyHidden>
        </span>
      </Button>
      <CallError error={ask.error}>{failure}</CallError>
    </>
  )
}
