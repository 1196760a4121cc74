import type { AppUnderTest } from './browser/app-under-test.ts'
import type { E2ePlayer } from './e2e/e2e-stage.ts'
import type { KnownFailure } from './known-failure.ts'
import type { Model } from './model.ts'
import type { ProductMutant } from './mutation/mutated-build.ts'
import type { SideEffect, Step } from './paths/replay.ts'
import type { Bilingual } from './words.ts'

/** What the runner must know about a product. All folders are relative to the repository. */
export type RunnerConfig = {
  /** The folder of the models with `snapshots/`. */
  models: string
  machines: string
  /** The folder of the drawings. */
  drawings: string
  app: AppUnderTest
  texts: Texts
  /**
   * Models of pages without a machine of the product. The machine of such a model says what the page shows; it is played
   * on the real server only.
   */
  pages: readonly Model[]
  endToEnd: () => Promise<EndToEnd>
  /** The requirements of the specification, in its order. */
  requirements: () => readonly SpecifiedRequirement[]
  /**
   * How much is played: every state, type of event and kind of fault once for each machine (`states`); every transition,
   * and the buttons that no event presses (`transitions`); or every path, with all faults and random walks (`everything`).
   */
  extent: 'states' | 'transitions' | 'everything'
  /** Known failures. */
  knownFailures: readonly KnownFailure[]
  productMutants: readonly ProductMutant[]
  /** Reasons of surviving mutants: by model or `product`, then by the name of the mutant. */
  survivors: Record<string, Record<string, string>>
}

/** A requirement of the specification, and the tests besides the models that name it. */
export type SpecifiedRequirement = { id: string; title: string; tests: string[] }

/** Texts in both languages. A text without an entry keeps its name. */
export type Texts = {
  /** English of the sentences of the models. */
  english: Record<string, string>
  guards: Record<string, Bilingual>
  /** A side effect in words; null if it has none. */
  action: (effect: SideEffect) => Bilingual | null
}

export type EndToEnd = {
  /** The models that are played on a real server. */
  players: Record<string, E2ePlayer>
  /** Those that every run plays. The others are played with `--project=models-all` only. */
  inEveryRun: readonly string[]
  /** Those whose timers run in real time: the fewest paths with every case of each event are played. */
  inRealTime: readonly string[]
  /** The items that the played paths must cover. */
  measure: (step: Step) => readonly string[]
  /** Closes the servers of this process. */
  close: () => Promise<void>
}
