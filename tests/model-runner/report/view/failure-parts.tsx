import type { Evidence } from '#tests/model-runner/browser/failure-evidence.ts'
import type { QuarantineData } from '#tests/model-runner/report/report-data.ts'
import { addressOf } from './hash-location.ts'
import { labels } from './labels.ts'
import { useText } from './language.tsx'

/** Why a failure does not fail the run. */
export function Known({ quarantine }: { quarantine: QuarantineData | null }) {
  const say = useText()
  if (quarantine === null) return null
  const { until, owner, reason } = quarantine
  return (
    <p>
      <b>
        {say(labels.quarantinedUntil)} {until}
      </b>
      , {owner}: {reason}
    </p>
  )
}

/** Another level passed the same step: the scripted responses and the real server differ. */
export function Disagreement({ machine, path }: { machine: string; path: string | null }) {
  const say = useText()
  if (path === null) return null
  return (
    <p>
      <b>{say(labels.levelsDisagree)}</b>: {say(labels.passedThere)} <a href={addressOf({ machine, path })}>{path}</a>
    </p>
  )
}

/** Links to the files of a failed browser path, beside the report. */
export function EvidenceLinks({ evidence }: { evidence: Evidence | null }) {
  const say = useText()
  if (evidence === null) return null
  const { before, after, trace } = evidence
  return (
    <ul className="chips">
      {before !== null && (
        <li className="chip">
          <a href={before}>{say(labels.before)}</a>
        </li>
      )}
      {after !== null && (
        <li className="chip">
          <a href={after}>{say(labels.after)}</a>
        </li>
      )}
      {trace !== null && (
        <li className="chip">
          <a href={trace}>{say(labels.trace)}</a> <span className="muted">{`${say(labels.traceHint)} ${trace}`}</span>
        </li>
      )}
    </ul>
  )
}
