import { useState } from 'react'
import { labels } from './labels.ts'
import { useText } from './language.tsx'

/** Two ways to watch a path: a command, and the app that runs on this computer. */
export function WatchLinks({ demo, machine, path }: { demo: string; machine: string; path: string }) {
  const say = useText()
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
        {isCopied ? say(labels.copied) : say(labels.copy)}
      </button>{' '}
      <a href={`${demo}/qa?machine=${machine}&path=${path}`} target="_blank" rel="noreferrer">
        {say(labels.openLive)}
      </a>{' '}
      <span className="muted">({say(labels.liveHint)})</span>
    </p>
  )
}
