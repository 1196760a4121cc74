import { useState } from 'react'
import { useSay } from './language.tsx'
import { own } from './own-words.ts'

/** Two ways to watch a path: a command, and the app that runs on this computer. */
export function SeeIt({ demo, machine, path }: { demo: string; machine: string; path: string }) {
  const say = useSay()
  const [isCopied, setCopied] = useState(false)
  const command = `npm run qa -- ${machine} ${path} --show`
  const copy = () =>
    navigator.clipboard.writeText(command).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <p className="see">
      <code>{command}</code>{' '}
      <button type="button" onClick={copy}>
        {isCopied ? say(own.copied) : say(own.copy)}
      </button>{' '}
      <a href={`${demo}/qa?machine=${machine}&path=${path}`} target="_blank" rel="noreferrer">
        {say(own.openLive)}
      </a>{' '}
      <span className="muted">({say(own.liveHint)})</span>
    </p>
  )
}
