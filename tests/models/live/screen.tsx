import type { KeyboardEvent, MouseEvent } from 'react'
import { useSay } from '#tests/models/report/view/language.tsx'
import { own } from '#tests/models/report/view/own-words.ts'
import type { Driven } from './use-driven.ts'

const wide = 1280

/** The app as it is in its own browser; a click and a key here are a click and a key there. */
export function Screen({ driven }: { driven: Driven }) {
  const say = useSay()
  const { frame, isBusy, hand } = driven
  const click = ({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLButtonElement>) => {
    // A click that a key has made is a key there.
    if (detail === 0) return
    const { left, top, width } = currentTarget.getBoundingClientRect()
    hand({ x: ((clientX - left) * wide) / width, y: ((clientY - top) * wide) / width })
  }
  const press = (event: KeyboardEvent) => {
    // Tab leads on, or a person with a keyboard would never leave the picture.
    if (event.key === 'Tab' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (event.key.length === 1 || named.has(event.key)) hand({ key: event.key })
  }
  return (
    <button
      type="button"
      className="screen"
      aria-busy={isBusy}
      aria-label={say(own.app)}
      onClick={click}
      onKeyDown={press}
    >
      {frame?.picture ? <img src={frame.picture} alt="" width={1280} height={800} /> : <span>{say(own.opening)}</span>}
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
