import { type FormEvent, useState } from 'react'
import { labels } from '#tests/model-runner/report/view/labels.ts'
import { useText } from '#tests/model-runner/report/view/language.tsx'
import type { TracedPath } from './live-data.ts'

/** What a machine did, as a path to play, and where it left its model. */
export function TraceLine({ trace: { machine, path, titles, gap } }: { trace: TracedPath }) {
  const say = useText()
  const words = titles.map(say).join(' → ') || say(labels.onlyStart)
  return (
    <div className="small">
      <p>
        {machine}: {path === null ? words : <a href={`/qa?machine=${machine}&path=${path}`}>{words}</a>}
      </p>
      {gap !== null && (
        <p className="failure">
          {say(labels.gap)}: {gap}
        </p>
      )}
    </div>
  )
}

/** Finds the paths of a ticket or a recording. */
export function TraceForm() {
  const say = useText()
  const [traces, setTraces] = useState<TracedPath[]>([])
  const find = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = String(new FormData(event.currentTarget).get('text'))
    setTraces((await (await fetch('/qa/trace', { method: 'POST', body })).json()) as TracedPath[])
  }
  return (
    <form onSubmit={find}>
      <label>
        {say(labels.fromTicket)} <textarea name="text" rows={3} cols={60} required />
      </label>{' '}
      <button type="submit">{say(labels.find)}</button>
      {traces.map((trace) => (
        <TraceLine key={`${trace.machine} ${trace.path}`} trace={trace} />
      ))}
    </form>
  )
}
