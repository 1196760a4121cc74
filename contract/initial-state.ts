import type { Profile } from './profile.ts'
import type { PrefetchCall } from './screens.ts'
import type { Config } from './system.ts'

/** State that the server embeds in the document, so that the page needs no requests for it. */
export type InitialState = {
  config: Config
  /** Server time of the document in milliseconds: the rendered page shows this instant. */
  now: number
  /** The current user, null for a visitor. Absent if the server could not load it: then the page requests it. */
  profile?: Profile | null
  /** Answers of the prefetched calls. */
  answers: { asked: PrefetchCall; answer: unknown }[]
}
