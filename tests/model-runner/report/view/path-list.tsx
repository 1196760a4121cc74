import { useDeferredValue, useState } from 'react'
import type { MachineData, PathData } from '#tests/model-runner/report/report-data.ts'
import { labels } from './labels.ts'
import { useText } from './language.tsx'
import { markOfPath, Sign } from './marks.tsx'

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
  const say = useText()
  const [wanted, setWanted] = useState('')
  const [only, setOnly] = useState({ failed: false, withScreenshots: false })
  const [shown, setShown] = useState(atFirst)
  const words = useDeferredValue(wanted.trim().toLowerCase())
  const lineOf = (path: PathData) => linesOf(machine, path).map(say).join(' → ') || say(labels.onlyStart)
  const found = machine.paths
    .filter((path) => !only.failed || markOfPath(path) === 'failed')
    .filter((path) => !only.withScreenshots || path.start.picture !== null)
    .filter(({ steps }) => through === null || steps.some(({ taken }) => taken.includes(through)))
    .map((path) => ({ path, line: lineOf(path), mark: markOfPath(path) }))
    .filter(({ path, line }) =>
      `${path.id} ${line} ${stateWords(machine, path).map(say)}`.toLowerCase().includes(words),
    )
    .toSorted((one, other) => Number(other.mark === 'failed') - Number(one.mark === 'failed'))
  const isPlayed = machine.paths.some(({ results }) => results.length > 0)
  return (
    <section aria-labelledby="paths">
      <h3 id="paths">{say(labels.paths)}</h3>
      <div className="tools">
        <input
          type="search"
          aria-label={say(labels.search)}
          placeholder={say(labels.search)}
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
        {isPlayed && (
          <>
            <Checkbox
              words={labels.onlyFailed}
              checked={only.failed}
              onChange={(failed) => setOnly({ ...only, failed })}
            />
            <Checkbox
              words={labels.onlyPictured}
              checked={only.withScreenshots}
              onChange={(withScreenshots) => setOnly({ ...only, withScreenshots })}
            />
          </>
        )}
      </div>
      {through !== null && (
        <p className="filter">
          {say(labels.through)} <code>{machine.transitions[through]?.event}</code>{' '}
          <button type="button" onClick={onClear}>
            {say(labels.clear)}
          </button>
        </p>
      )}
      <p className="muted" role="status">
        {say(labels.shown)} {Math.min(shown, found.length)} {say(labels.of)} {found.length}
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
          {say(labels.more)}
        </button>
      )}
    </section>
  )
}

type TickProps = { words: { ru: string; en: string }; checked: boolean; onChange: (checked: boolean) => void }

function Checkbox({ words, checked, onChange }: TickProps) {
  const say = useText()
  return (
    <label>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} /> {say(words)}
    </label>
  )
}

/** The events of a path in order. */
export function linesOf({ events }: MachineData, { steps }: PathData) {
  return steps.flatMap(({ event }) => (event === null ? [] : [events[event]?.title ?? labels.beginning]))
}

function stateWords({ states }: MachineData, { start, steps }: PathData) {
  return [start, ...steps].flatMap((step) => step.states.map((index) => states[index]?.title ?? labels.state))
}
