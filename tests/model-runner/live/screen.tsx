import type { KeyboardEvent, MouseEvent } from 'react'
import { labels } from '#tests/model-runner/report/view/labels.ts'
import { useText } from '#tests/model-runner/report/view/language.tsx'
import type { Driven } from './use-driven.ts'

const wide = 1280

/** Shows the app of the driven browser, and forwards clicks and keys to it. */
export function Screen({ driven }: { driven: Driven }) {
  const say = useText()
  const { frame, isBusy, hand } = driven
  const click = ({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLButtonElement>) => {
    // A click caused by a key is forwarded as the key.
    if (detail === 0) return
    const { left, top, width } = currentTarget.getBoundingClientRect()
    hand({ x: ((clientX - left) * wide) / width, y: ((clientY - top) * wide) / width })
  }
  const press = (event: KeyboardEvent) => {
    // Tab is not forwarded: otherwise a keyboard user could not leave the image.
    if (event.key === 'Tab' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (event.key.length === 1 || named.has(event.key)) hand({ key: event.key })
  }
  return (
    <button
      type="button"
      className="screen"
      aria-busy={isBusy}
      aria-label={say(labels.app)}
      onClick={click}
      onKeyDown={press}
    >
      {frame?.picture ? (
        <img src={frame.picture} alt="" width={1280} height={800} />
      ) : (
        <span>{say(labels.opening)}</span>
      )}
    </button>
  )
}

const named = new Set([
  'Enter',
  'Escape',
  'Backspace',
  'Delete',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
])
