import { useDeferredValue, useState } from 'react'
import type { MachineData, PathData } from '#tests/model-runner/report/report-data.ts'
import { useSay } from './language.tsx'
import { markOfPath, Sign } from './marks.tsx'
import { own } from './own-words.ts'

type Props = {
  machine: MachineData
  hrefOf: (path: string) => string
  /** Only paths that take this transition. */
  through: number | null
  onClear: () => void
}
const atFirst = 40

/** The paths of a machine, failed ones first, with a search in their events. */
export function PathList({ machine, hrefOf, through, onClear }: Props) {
  const say = useSay()
  const [wanted, setWanted] = useState('')
  const [only, setOnly] = useState({ failed: false, pictured: false })
  const [shown, setShown] = useState(atFirst)
  const words = useDeferredValue(wanted.trim().toLowerCase())
  const lineOf = (path: PathData) => linesOf(machine, path).map(say).join(' → ') || say(own.onlyStart)
  const found = machine.paths
    .filter((path) => !only.failed || markOfPath(path) === 'failed')
    .filter((path) => !only.pictured || path.start.picture !== null)
    .filter(({ steps }) => through === null || steps.some(({ taken }) => taken.includes(through)))
    .map((path) => ({ path, line: lineOf(path), mark: markOfPath(path) }))
    .filter(({ path, line }) =>
      `${path.id} ${line} ${stateWords(machine, path).map(say)}`.toLowerCase().includes(words),
    )
    .toSorted((one, other) => Number(other.mark === 'failed') - Number(one.mark === 'failed'))
  const isPlayed = machine.paths.some(({ results }) => results.length > 0)
  return (
    <section aria-labelledby="paths">
      <h3 id="paths">{say(own.paths)}</h3>
      <div className="tools">
        <input
          type="search"
          aria-label={say(own.search)}
          placeholder={say(own.search)}
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
        {isPlayed && (
          <>
            <Tick words={own.onlyFailed} checked={only.failed} onChange={(failed) => setOnly({ ...only, failed })} />
            <Tick
              words={own.onlyPictured}
              checked={only.pictured}
              onChange={(pictured) => setOnly({ ...only, pictured })}
            />
          </>
        )}
      </div>
      {through !== null && (
        <p className="filter">
          {say(own.through)} <code>{machine.transitions[through]?.event}</code>{' '}
          <button type="button" onClick={onClear}>
            {say(own.clear)}
          </button>
        </p>
      )}
      <p className="muted" role="status">
        {say(own.shown)} {Math.min(shown, found.length)} {say(own.of)} {found.length}
      </p>
      <ul className="paths">
        {found.slice(0, shown).map(({ path, line, mark }) => (
          <li key={path.id}>
            <a href={hrefOf(path.id)}>
              {isPlayed && <Sign mark={mark} />}
              <span>{line}</span>
            </a>
          </li>
        ))}
      </ul>
      {found.length > shown && (
        <button type="button" onClick={() => setShown(shown + 5 * atFirst)}>
          {say(own.more)}
        </button>
      )}
    </section>
  )
}

type TickProps = { words: { ru: string; en: string }; checked: boolean; onChange: (checked: boolean) => void }

function Tick({ words, checked, onChange }: TickProps) {
  const say = useSay()
  return (
    <label>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} /> {say(words)}
    </label>
  )
}

/** The events of a path in order. */
export function linesOf({ events }: MachineData, { steps }: PathData) {
  return steps.flatMap(({ event }) => (event === null ? [] : [events[event]?.title ?? own.beginning]))
}

function stateWords({ states }: MachineData, { start, steps }: PathData) {
  return [start, ...steps].flatMap((step) => step.states.map((place) => states[place]?.title ?? own.state))
}
