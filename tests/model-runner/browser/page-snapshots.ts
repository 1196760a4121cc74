import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import type { AnyMachineSnapshot } from 'xstate'
import { type Model, nameOf } from '#tests/model-runner/model.ts'
import { statesIn } from '#tests/model-runner/paths/coverage.ts'
import type { Path, Step } from '#tests/model-runner/paths/replay.ts'
import type { Unsteady } from './app-under-test.ts'
import { eventually, lastValue } from './polling.ts'

/**
 * A state with its context and the event before it, or before the press of the event (`isBefore`): a page that depends on
 * anything else cannot be compared.
 */
export type Situation = { state: string; key: string; isBefore: boolean }

export function situationOf(snapshot: AnyMachineSnapshot, step: Step | undefined, isBefore = false): Situation {
  const digest = createHash('sha256').update(JSON.stringify([snapshot.context, step?.event ?? null]))
  return { state: statesIn(snapshot).join('+'), key: digest.digest('hex').slice(0, 6), isBefore }
}

type Options = { folder: string; unsteady: Unsteady }
/** Lines of the tree without what is below them. */
type Folded = readonly RegExp[]

/**
 * Accessibility snapshots of the pages of a model, in the format of `locator.ariaSnapshot()`. The first situation of each
 * state has the file of the state; another one has a file of its own only where its page differs. `--update-snapshots`
 * writes them. They are compared as text: Playwright's `toMatchAriaSnapshot` ignores a state that the file does not name,
 * such as `[disabled]`, and writes numbers as patterns, which accept a wrong price.
 */
export class PageSnapshots {
  readonly #folder: string
  readonly #options: Options
  /** The situation whose page is in the file of its state. */
  readonly #first = new Map<string, string>()
  /** The situation in which the first model of a machine inspects a state, and compares its page in another language. */
  readonly #inspected = new Map<string, string>()
  readonly #compared = new Set<string>()
  /** Differences that a page has kept: other paths need not wait for them. */
  readonly #differing = new Set<string>()

  /** `paths` are those that are compared, in their order. */
  constructor(model: Model, paths: readonly Path[], options: Options) {
    this.#folder = join(options.folder, 'snapshots', nameOf(model))
    this.#options = options
    for (const { start, steps } of paths) {
      const situations = [situationOf(start, undefined), ...steps.map((step) => situationOf(step.after, step))]
      for (const one of situations) if (!this.#first.has(one.state)) this.#first.set(one.state, one.key)
      const end = model.name === undefined ? situations.at(-1) : undefined
      if (end !== undefined && !this.#inspected.has(end.state)) this.#inspected.set(end.state, end.key)
    }
  }

  /** The accepted page of a situation, or of its state in another language; null if there is none. */
  accepted(situation: Situation, language?: string): string | null {
    return this.#textOf(language === undefined ? this.#fileOf(situation) : fileOfState(situation, language))
  }

  /** Compares the page with its snapshot. */
  async check(page: Page, situation: Situation, folded?: Folded): Promise<void> {
    const read = () => readPage(page, this.#options.unsteady, folded)
    if (!isUpdating()) return this.#compare(read, this.#fileOf(situation))
    const text = await pageAtRest(read)
    const [usual, own] = [fileOfState(situation), ownFileOf(situation)]
    const isUsual = this.#isFirst(situation) || this.#textOf(usual) === text
    if (isUsual) rmSync(join(this.#folder, own), { force: true })
    this.#write(isUsual ? usual : own, text)
  }

  /** Compares the page of a state in another language, in one situation, so that each path can be played alone. */
  async checkLanguage(page: Page, situation: Situation, language: string, folded?: Folded): Promise<void> {
    if (this.#inspected.get(situation.state) !== situation.key) return
    const read = () => readPage(page, this.#options.unsteady, folded)
    const file = fileOfState(situation, language)
    if (isUpdating()) this.#write(file, await pageAtRest(read))
    else await this.#compare(read, file)
  }

  /** Snapshots that nothing was compared with; with `--update-snapshots` they are removed. */
  leftOver(): string[] {
    const files = existsSync(this.#folder) ? readdirSync(this.#folder) : []
    const left = files.filter((file) => !this.#compared.has(file))
    if (!isUpdating()) return left
    for (const file of left) rmSync(join(this.#folder, file))
    return []
  }

  async #compare(read: () => Promise<string>, file: string): Promise<void> {
    this.#compared.add(file)
    const path = relative('', join(this.#folder, file))
    const wanted = this.#textOf(file)
    if (wanted === null) throw new Error(`${path} is missing: play the path with --update-snapshots`)
    const seen = await lastValue(
      read,
      (text) => text === wanted,
      (text) => this.#differing.has(`${file} ${text}`),
    )
    if (seen === wanted) return
    this.#differing.add(`${file} ${seen}`)
    expect(seen, `${path}; accept a change with --update-snapshots`).toBe(wanted)
  }

  #write(file: string, text: string): void {
    mkdirSync(this.#folder, { recursive: true })
    writeFileSync(join(this.#folder, file), text)
    this.#compared.add(file)
  }

  #textOf(file: string): string | null {
    const path = join(this.#folder, file)
    return existsSync(path) ? readFileSync(path, 'utf8') : null
  }

  #isFirst({ state, key, isBefore }: Situation): boolean {
    return !isBefore && this.#first.get(state) === key
  }

  #fileOf(situation: Situation): string {
    const own = ownFileOf(situation)
    return !this.#isFirst(situation) && this.#textOf(own) !== null ? own : fileOfState(situation)
  }
}

function fileOfState({ state }: Situation, language?: string): string {
  return language === undefined ? `${state}.aria.yml` : `${state}.${language}.aria.yml`
}

function ownFileOf({ state, key, isBefore }: Situation): string {
  return `${state}-${isBefore ? 'before-' : ''}${key}.aria.yml`
}

function isUpdating(): boolean {
  return ['all', 'changed'].includes(test.info().config.updateSnapshots)
}

/** Milliseconds without a change after which a page is recorded. */
const quiet = 400

async function pageAtRest(read: () => Promise<string>): Promise<string> {
  let last = await read()
  const isQuiet = async () => {
    const before = last
    await setTimeout(quiet)
    last = await read()
    return last === before
  }
  await eventually(isQuiet, 'the page comes to rest').toBe(true)
  return last
}

/**
 * The page as text: its title, its marks that the accessibility tree lacks and the keys of what it has stored, as comments,
 * and the tree.
 */
export async function readPage(page: Page, unsteady: Unsteady, folded: Folded = []): Promise<string> {
  const [marks, tree] = await Promise.all([
    page.evaluate(readMarks, unsteady.keys.source),
    page.locator('body').ariaSnapshot(),
  ])
  const { countdowns, announcements } = unsteady
  const lines = tree.split('\n').filter((line) => line !== '' && !announcements.test(line))
  const shown = withoutChildren(lines, [...unsteady.shell, ...folded]).filter(
    (line) => !unsteady.shell.some((one) => one.test(line)),
  )
  return `${[...marks.map((mark) => `# ${mark}`), ...shown.map((line) => steady(line, countdowns))].join('\n')}\n`
}

/** The lines without what is below the folded ones. */
function withoutChildren(lines: readonly string[], folded: Folded): string[] {
  let depth = Number.POSITIVE_INFINITY
  return lines.filter((line) => {
    const indent = line.search(/\S/)
    if (indent > depth) return false
    depth = folded.some((one) => one.test(line)) ? indent : Number.POSITIVE_INFINITY
    return true
  })
}

/** The rule for values that differ from run to run: the digits of a running time. */
function steady(line: string, countdowns: RegExp): string {
  const isTimer = /^\s*- timer\b/.test(line)
  return isTimer || countdowns.test(line) ? line.replaceAll(/\d+:\d\d/g, '0:00') : line
}

/** Runs in the page. */
function readMarks(omittedKeys: string): string[] {
  const nameOf = (element: Element) => {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const sources = [...ids.map((id) => document.getElementById(id)), ...labels, element]
    const words = element.getAttribute('aria-label') ?? sources.find((one) => one?.textContent)?.textContent ?? ''
    const kind = element.getAttribute('role') ?? element.tagName.toLowerCase()
    // A long text belongs to a container, which has no name.
    return words.length > 80 ? kind : `${kind} "${words.trim().replaceAll(/\s+/g, ' ')}"`
  }
  const marks = ['busy', 'current'].flatMap((mark) =>
    [...document.querySelectorAll(`[aria-${mark}]:not([aria-${mark}=false])`)].map(
      (element) => `${mark}: ${nameOf(element)}`,
    ),
  )
  const keys = [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(
    (key) => !new RegExp(omittedKeys).test(key),
  )
  const stored = keys.map((key) => key.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '…')).sort()
  return [`title: ${document.title}`, ...marks, ...stored.map((key) => `stored: ${key}`)]
}
