import type { Profile } from './profile.ts'
import type { FirstCall } from './screens.ts'
import type { Config } from './system.ts'

/** What the served document brings along, so that the page has it before it asks. */
export type Boot = {
  config: Config
  /** When the server made the document, by its clock: a painted page shows this moment. */
  now: number
  /** Who is here; null for a visitor. Absent where the server could not tell: then the page asks by itself. */
  profile?: Profile | null
  /** First calls that were answered. */
  answers: { asked: FirstCall; answer: unknown }[]
}
