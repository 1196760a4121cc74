import { Trans } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Row } from '#src/ui/rows.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

/** A value and the button that copies it; `shown` where people read it otherwise than machines do. */
export function CopyRow({ term, value, shown = value }: { term: string; value: string; shown?: string }) {
  const text = useRef<HTMLSpanElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = () => {
    // Where the clipboard is not to be had, the value stands marked, ready to be copied by hand.
    if (text.current) getSelection()?.selectAllChildren(text.current)
    void navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <Row
      title={<span className="text-sm font-normal text-ink-muted">{term}</span>}
      end={
        <Button size="small" onClick={copy}>
          <span aria-live="polite">
            {isCopied ? <Trans>Скопировано</Trans> : <Trans>Скопировать</Trans>}
            <VisuallyHidden>: {term}</VisuallyHidden>
          </span>
        </Button>
      }
    >
      <span ref={text} className="break-words tabular-nums">
        {shown}
      </span>
    </Row>
  )
}
