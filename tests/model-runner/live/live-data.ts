import type { Bilingual } from '#tests/model-runner/report/report-data.ts'

/** Messages between the page `/qa` and the development server. */
export type MachineTitle = { id: string; title: Bilingual }

/**
 * The current step of a path and its screenshot, and what the machine has done so far. `states` are those that the machine
 * is in; null if nothing is recorded.
 */
export type Frame = {
  count: number
  failure: string | null
  picture: string | null
  trace: TracedPath | null
  states: string[] | null
}

/** What a machine did in words, and the id of the path if it can be played. */
export type TracedPath = { machine: string; path: string | null; titles: Bilingual[]; gap: string | null }

/** Manual input. */
export type Hand = { x: number; y: number } | { key: string }

/** `session` identifies the window: one path is played at a time, for the window that opened last. */
export type Asking =
  | { do: 'open'; machine: string; path: string }
  | { do: 'step' | 'back' | 'look'; session: number }
  | { do: 'hand'; session: number; hand: Hand }

export type Answer = { session: number; frame: Frame }
