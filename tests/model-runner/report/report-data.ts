import type { Evidence } from '#tests/model-runner/browser/failure-evidence.ts'
import type { SpecifiedRequirement } from '#tests/model-runner/config.ts'
import type { LevelName } from '#tests/model-runner/model.ts'
import type { Defect } from './defects.ts'

/** The data of the report and `/qa`: created in Node (`machine-data.ts`, `build-report.ts`) and rendered in a browser. */
export type ReportData = {
  commit: string
  /** The start of the run, ISO 8601. */
  date: string
  seconds: number
  /** The URL of the development server. */
  demo: string
  /** Titles of the levels, in the order of every `played` and `results` below. */
  levels: (Bilingual & { id: string })[]
  machines: MachineData[]
  failures: FailureData[]
  /** Failures that belong to no path. */
  defects: readonly Defect[]
  requirements: RequirementCoverage[]
  history: Trend[]
  /** Data URIs by the key of a step. */
  pictures: Record<string, string>
}

export type Bilingual = { ru: string; en: string }

/**
 * A requirement with the rules that name it, and the paths on which each says something; null if the rules were not
 * checked. `tests` are other tests that name it.
 */
export type RequirementCoverage = SpecifiedRequirement & {
  rules: { machine: string; title: Bilingual; paths: string[] | null }[]
}

/** The runs of a machine on a level on one branch, the oldest first. Ids are those of paths. */
export type Trend = {
  machine: string
  level: LevelName
  runs: { date: string; commit: string; passed: number; failed: number; unstable: number; milliseconds: number }[]
  /** Milliseconds of the runs that played most of the paths. */
  median: number
  /** The share of paths that failed and passed on the same commit, each path counted once per commit. */
  flakeRate: number
  flaky: { path: string; commits: string[] }[]
  failing: { path: string; since: { commit: string; date: string }; passedOn: string | null }[]
  /** The last run of the main branch; null on that branch and where it has none. */
  main: {
    commit: string
    date: string
    passed: number
    failed: number
    milliseconds: number
    failsOnlyHere: string[]
    failsOnlyThere: string[]
  } | null
}

export type MachineData = {
  id: string
  title: Bilingual
  /** Together they show every transition once. */
  drawings: Drawing[]
  states: { id: string; title: Bilingual; played: Tally[] }[]
  events: { type: string; title: Bilingual }[]
  transitions: TransitionData[]
  /** All side effects of the machine, in words. */
  actions: Bilingual[]
  rules: { title: Bilingual; source: string }[]
  impossible: { event: string; why: Bilingual }[]
  paths: PathData[]
  seconds: (number | null)[]
}

/** How often something was played on one level. */
export type Tally = { passed: number; failed: number }

export type TransitionData = {
  event: string
  source: string
  targets: string[]
  guard: { name: string; title: Bilingual } | null
  /** The titles of all cases that take it. */
  titles: Bilingual[]
  played: Tally[]
}

/** `id` depends only on the machine and the events: it stays when other paths are added or removed. */
export type PathData = { id: string; start: StepData; steps: StepData[]; results: (ResultData | null)[] }

/** Numbers are indexes in the lists of the machine. */
export type StepData = {
  event: number | null
  taken: number[]
  states: number[]
  does: number[]
  picture: string | null
}

/** Null if the path was not played on that level. */
export type ResultData = { milliseconds: number; failure: StepFailure | null }
export type StepFailure = {
  step: number
  message: string
  shown: string | null
  picture: string | null
  quarantine: QuarantineData | null
  evidence: Evidence | null
  /** It passed at the second try. */
  isFlaky: boolean
  /** The path on which another level passed this step. */
  passedOnOtherLevel: string | null
}
/** Why a failure does not fail the run, and until which day. */
export type QuarantineData = { owner: string; reason: string; until: string }

/** Paths with the same failure: same level, event and message. `path` is the shortest of them. */
export type FailureData = {
  machine: string
  level: number
  path: string
  step: number
  message: string
  alike: number
  /** The path on which another level passed this step: the levels disagree. */
  passedOnOtherLevel: string | null
  quarantine: QuarantineData | null
  evidence: Evidence | null
}

/** A machine, or a part of one that is too large for one drawing. */
export type Drawing = { title: Bilingual; width: number; height: number; boxes: Box[]; arrows: Arrow[] }
export type Place = { x: number; y: number; width: number; height: number }
export type Box = Place & {
  id: string
  /** A reference is a state of another part. */
  kind: 'state' | 'final' | 'group' | 'any' | 'beginning' | 'reference'
  title: { ru: string[]; en: string[] }
  /** Transitions that do not change the state. */
  inner: Line[]
}
export type Arrow = { source: string; target: string; points: [number, number][]; label: Place | null; lines: Line[] }
export type Line = { transition: number; text: { ru: string[]; en: string[] } }
