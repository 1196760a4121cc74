import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright'
import type { AnyMachineSnapshot } from 'xstate'
import type { Unsteady } from '#tests/model-runner/browser/app-under-test.ts'
import { eventually, lastValue } from '#tests/model-runner/browser/polling.ts'
import { type Model, nameOf, titleOf } from '#tests/model-runner/model.ts'
import { statesIn } from '#tests/model-runner/paths/coverage.ts'
import type { Step } from '#tests/model-runner/paths/replay.ts'
import type { Bilingual } from '#tests/model-runner/report/report-data.ts'
import { type FactName, factNames, type PageView, readView } from './page-view.ts'
import { viewDifference, withoutSituation } from './view-difference.ts'
import { type AcceptedView, formatViews, parseViews, type Views } from './view-file.ts'

/**
 * - `strict`: every situation must have an accepted view;
 * - `known`: situations without an accepted view are not compared, because more paths are played than were accepted;
 * - `record`: the views become the accepted ones.
 */
type Mode = 'strict' | 'known' | 'record'
type Options = { folder: string; mode: Mode; languages: readonly string[]; unsteady: Unsteady }

/** Milliseconds without a change after which a page is recorded. */
const quiet = 400

/**
 * Accepted views of a machine, one file per language. A situation is the state with its context and the event before it:
 * a page that depends on anything else cannot be recorded.
 */
export class AcceptedViews {
  readonly #model: Model
  readonly #options: Options
  readonly #accepted = new Map<string, Views>()
  readonly #visited = new Map<string, Set<string>>()
  readonly #violations: Bilingual[] = []
  /** Differences that a page has kept: other paths need not wait for them. */
  readonly #differences = new Set<string>()

  constructor(model: Model, options: Options) {
    this.#model = model
    this.#options = options
    for (const language of options.languages) {
      const file = this.#file(language)
      const isRead = options.mode !== 'record' && existsSync(file)
      this.#accepted.set(language, isRead ? parseViews(readFileSync(file, 'utf8')) : new Map())
      this.#visited.set(language, new Set())
    }
  }

  get isRecording(): boolean {
    return this.#options.mode === 'record'
  }

  /** Whether the view of a situation in this language is still to be checked at the end of a path. */
  isWanted(language: string, situation: string): boolean {
    const { mode } = this.#options
    if (this.#visited.get(language)?.has(situation) ?? true) return false
    return mode === 'record' || this.#views(language).has(situation)
  }

  accepted(language: string): Views {
    return this.#views(language)
  }

  /** Compares or records the view of the page, without the facts that depend on more than the situation. */
  async check(page: Page, language: string, situation: string, unknown: readonly FactName[]): Promise<void> {
    this.#visited.get(language)?.add(situation)
    const read = async () => {
      const view = await readView(page, this.#options.unsteady)
      for (const name of unknown) view.facts[name] = null
      return view
    }
    if (this.#options.mode === 'record') return this.#record(language, situation, await quietView(read))
    const accepted = this.#views(language).get(situation)
    if (accepted !== undefined) return this.#compare(read, situation, accepted)
    if (this.#options.mode === 'strict')
      throw new Error(`${situation} has no accepted view: npm run qa -- ${nameOf(this.#model)} --accept`)
  }

  /** Accepted situations that no path has reached, and views that were recorded twice with a difference. */
  violations(language: string): Bilingual[] {
    const visited = this.#visited.get(language) ?? new Set()
    const left = [...this.#views(language).keys()].filter((situation) => !visited.has(situation))
    return [
      ...this.#violations,
      ...left.map((situation) => ({
        ru: `ни один путь не приводит к принятому виду: ${situation}`,
        en: `no path reaches the accepted view of ${situation}`,
      })),
    ]
  }

  async write(): Promise<void> {
    for (const language of this.#options.languages) {
      const file = this.#file(language)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, formatViews(this.#views(language)))
    }
  }

  async #compare(read: () => Promise<PageView>, situation: string, accepted: AcceptedView): Promise<void> {
    const difference = await lastValue(
      async () => viewDifference(situation, accepted, await read()),
      (found) => found === null,
      (found) => found !== null && this.#differences.has(withoutSituation(found)),
    )
    if (difference === null) return
    this.#differences.add(withoutSituation(difference))
    throw new Error(difference)
  }

  #record(language: string, situation: string, { facts, lines }: PageView): void {
    const views = this.#views(language)
    const known = views.get(situation) ?? { facts: { focus: [], history: [], storage: [] }, lines }
    const difference = viewDifference(situation, { ...known, facts: null }, { facts, lines })
    if (difference !== null)
      this.#violations.push({
        ru: `страница не всегда одна и та же: ${difference}`,
        en: `the page is not always the same: ${difference}`,
      })
    else {
      for (const name of factNames) known.facts[name] = [...new Set([...known.facts[name], facts[name] ?? []].flat())]
      views.set(situation, known)
    }
  }

  #views(language: string): Views {
    return this.#accepted.get(language) ?? new Map()
  }

  #file(language: string): string {
    return viewFile(this.#options.folder, language, nameOf(this.#model))
  }
}

export function viewFile(folder: string, language: string, name: string): string {
  return join(folder, 'views', language, `${name}.txt`)
}

/**
 * The situation after a step, at the start, or before the press of a step (`isBefore`); it is the same on all paths with
 * this event, state and context.
 */
export function situationOf(
  model: Model,
  snapshot: AnyMachineSnapshot,
  step: Step | undefined,
  isBefore = false,
): string {
  const title = step === undefined ? 'начало' : titleOf(model, step)
  const digest = createHash('sha256').update(JSON.stringify([snapshot.context, step?.event ?? null]))
  return `${statesIn(snapshot).join(' ')} ${isBefore ? 'перед ' : ''}«${title}» ${digest.digest('hex').slice(0, 6)}`
}

async function quietView(read: () => Promise<PageView>): Promise<PageView> {
  let last = await read()
  const isQuiet = async () => {
    const before = last
    await setTimeout(quiet)
    last = await read()
    return isDeepStrictEqual(before, last)
  }
  await eventually(isQuiet, 'the page comes to rest').toBe(true)
  return last
}
