/** What the report and `/qa` show: plain data, made in Node (`machine-data.ts`, `gather.ts`) and drawn in a browser. */
export type ReportData = {
  commit: string
  /** When the desk was run, ISO 8601. */
  date: string
  seconds: number
  /** Where the app runs while it is developed. */
  demo: string
  /** Titles of what the paths were played on, in the order of every `played` and `results` below. */
  levels: Words[]
  machines: MachineData[]
  failures: FailureData[]
  /** Data URIs by the key that a step has. */
  pictures: Record<string, string>
}

export type Words = { ru: string; en: string }

export type MachineData = {
  id: string
  title: Words
  drawing: Drawing
  states: { id: string; title: Words; played: Tally[] }[]
  events: { type: string; title: Words }[]
  transitions: TransitionData[]
  /** Everything that the machine asks of the world, in words. */
  actions: Words[]
  rules: { says: Words; source: string }[]
  impossible: { event: string; why: Words }[]
  paths: PathData[]
  seconds: (number | null)[]
}

/** How often something was played on one level. */
export type Tally = { passed: number; failed: number }

export type TransitionData = {
  event: string
  source: string
  targets: string[]
  guard: { name: string; says: Words } | null
  /** The words of every case that takes it. */
  titles: Words[]
  played: Tally[]
}

/** `id` depends on the machine and its events alone: it stays when other paths come and go. */
export type PathData = { id: string; start: StepData; steps: StepData[]; results: (ResultData | null)[] }

/** Numbers are places in the lists of the machine. */
export type StepData = {
  event: number | null
  taken: number[]
  states: number[]
  does: number[]
  picture: string | null
}

/** Null where the path was not played on that level. */
export type ResultData = { milliseconds: number; failure: StepFailure | null }
export type StepFailure = { step: number; message: string; shown: string | null; picture: string | null }

/** Paths that stopped alike: on the same level, at the same event, with the same words. `path` is the shortest of them. */
export type FailureData = { machine: string; level: number; path: string; step: number; message: string; alike: number }

export type Drawing = { width: number; height: number; boxes: Box[]; arrows: Arrow[] }
export type Place = { x: number; y: number; width: number; height: number }
export type Box = Place & {
  id: string
  kind: 'state' | 'final' | 'group' | 'any' | 'beginning'
  title: { ru: string[]; en: string[] }
  /** Transitions that leave the machine where it is. */
  inner: Line[]
}
export type Arrow = { source: string; target: string; points: [number, number][]; label: Place | null; lines: Line[] }
export type Line = { transition: number; text: Words }
