import { useState } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'

/** Longer texts begin folded; a line counts as a whole one. */
const [maxCharacters, charactersOfLine] = [480, 60]

function isLong(text: string): boolean {
  return text.split('\n').reduce((sum, line) => sum + Math.max(line.length, charactersOfLine), 0) > maxCharacters
}

type LongTextProps = {
  children: string
  /** Label of the button that unfolds the text. */
  moreLabel: string
  /** The language of the text, where it differs from that of the page. */
  lang?: string | undefined
}

/** Plain text that a person wrote, with its line breaks; also inside a phrase. */
export function LongText({ children, moreLabel, lang }: LongTextProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const text = children.trim()
  const isFolded = isLong(text) && !isUnfolded
  return (
    <span ref={passFocusUp} tabIndex={-1} className="block max-w-text focus-visible:outline-none">
      <span
        lang={lang}
        className={classNames(
          'block whitespace-pre-line wrap-anywhere',
          isFolded && 'line-clamp-6 print:line-clamp-none',
        )}
      >
        {text}
      </span>
      {isFolded && (
        <span className="mt-xs block print:hidden">
          <Button ref={passFocusUp} size="small" onClick={() => setUnfolded(true)}>
            {moreLabel}
          </Button>
        </span>
      )}
    </span>
  )
}
