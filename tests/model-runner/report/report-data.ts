/** The data of the report and `/qa`: created in Node (`machine-data.ts`, `build-report.ts`) and rendered in a browser. */
export type ReportData = {
  commit: string
  /** The start of the run, ISO 8601. */
  date: string
  seconds: number
  /** The URL of the development server. */
  demo: string
  /** Titles of the levels, in the order of every `played` and `results` below. */
  levels: Bilingual[]
  machines: MachineData[]
  failures: FailureData[]
  /** Data URIs by the key of a step. */
  pictures: Record<string, string>
}

export type Bilingual = { ru: string; en: string }

export type MachineData = {
  id: string
  title: Bilingual
  drawing: Drawing
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
export type StepFailure = { step: number; message: string; shown: string | null; picture: string | null }

/** Paths with the same failure: same level, event and message. `path` is the shortest of them. */
export type FailureData = { machine: string; level: number; path: string; step: number; message: string; alike: number }

export type Drawing = { width: number; height: number; boxes: Box[]; arrows: Arrow[] }
export type Place = { x: number; y: number; width: number; height: number }
export type Box = Place & {
  id: string
  kind: 'state' | 'final' | 'group' | 'any' | 'beginning'
  title: { ru: string[]; en: string[] }
  /** Transitions that do not change the state. */
  inner: Line[]
}
export type Arrow = { source: string; target: string; points: [number, number][]; label: Place | null; lines: Line[] }
export type Line = { transition: number; text: Bilingual }
