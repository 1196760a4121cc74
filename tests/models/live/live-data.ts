import type { Words } from '#tests/models/report/report-data.ts'

/** What passes between the page `/qa` and the development server behind it. */
export type MachineTitle = { id: string; title: Words }

/** How far a path has come, and what the screen shows. */
export type Frame = { count: number; failure: string | null; picture: string | null }

export type Hand = { x: number; y: number } | { key: string } | { wheel: number }

/** `session` tells watchers apart: one path is played at a time, and whoever came last has it. */
export type Asking =
  | { do: 'open'; machine: string; path: string }
  | { do: 'step' | 'back' | 'look'; session: number }
  | { do: 'hand'; session: number; hand: Hand }

export type Answer = { session: number; frame: Frame }
