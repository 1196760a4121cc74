import { isDeepStrictEqual } from 'node:util'
import type { Texts } from './config.ts'
import type { Ledger, StepOutcome } from './ledger.ts'
import type { Model } from './model.ts'
import { separator } from './paths/play-paths.ts'
import type { SideEffect } from './paths/replay.ts'
import type { Bilingual } from './report/report-data.ts'
import { actionWords, bilingual } from './report/words.ts'

/** A language of the tester: of printed differences, checklists and emitted specs. */
export type Language = keyof Bilingual

/**
 * One transition whose behaviour differs between two ledgers. `from` is null for the start of the machine; a side is
 * null where the machine has no such transition.
 */
type LedgerChange = {
  from: string | null
  event: { type: string; title: string } | null
  before: StepOutcome | null
  now: StepOutcome | null
}

/** `appeared` and `gone` count steps through unchanged transitions: other paths lead to them, nothing else differs. */
export type LedgerChanges = { changes: LedgerChange[]; appeared: number; gone: number }

type Occurrences = { from: string; event: { type: string; title: string }; outcomes: Map<string, StepOutcome> }

/** What the present ledger does otherwise than the accepted one, by transition. */
export function ledgerChanges(before: Ledger, now: Ledger): LedgerChanges {
  const [old, present] = [byTransition(before), byTransition(now)]
  const found: LedgerChanges = { changes: [], appeared: 0, gone: 0 }
  if (!isDeepStrictEqual(before.start, now.start))
    found.changes.push({ from: null, event: null, before: before.start, now: now.start })
  for (const key of new Set([...old.keys(), ...present.keys()])) {
    const [was, is] = [old.get(key), present.get(key)]
    const { from, event } = (is ?? was) as Occurrences
    const pairs = outcomePairs(was?.outcomes ?? new Map(), is?.outcomes ?? new Map())
    for (const pair of pairs) found.changes.push({ from, event, ...pair })
    if (was === undefined || is === undefined || pairs.length > 0) continue
    found.appeared += [...is.outcomes.keys()].filter((line) => !was.outcomes.has(line)).length
    found.gone += [...was.outcomes.keys()].filter((line) => !is.outcomes.has(line)).length
  }
  return found
}

/** The steps of a ledger by the state before them and their event. */
function byTransition({ start, steps }: Ledger): Map<string, Occurrences> {
  const transitions = new Map<string, Occurrences>()
  for (const [line, { event, ...outcome }] of Object.entries(steps)) {
    const end = line.lastIndexOf(separator)
    const { state: from } = end === -1 ? start : (steps[line.slice(0, end)] ?? start)
    const title = line.slice(end === -1 ? 0 : end + separator.length)
    const key = JSON.stringify([from, event])
    const known = transitions.get(key) ?? { from, event: { type: event.type, title }, outcomes: new Map() }
    known.outcomes.set(line, outcome)
    transitions.set(key, known)
  }
  return transitions
}

type Pair = Pick<LedgerChange, 'before' | 'now'>

/**
 * The differences of one transition. The same path on both sides compares exactly; without such a path the outcomes that
 * only one side knows are compared.
 */
function outcomePairs(was: ReadonlyMap<string, StepOutcome>, is: ReadonlyMap<string, StepOutcome>): Pair[] {
  if (was.size === 0) return distinct([...is.values()]).map((now) => ({ before: null, now }))
  if (is.size === 0) return distinct([...was.values()]).map((before) => ({ before, now: null }))
  const lines = [...is.keys()].filter((line) => was.has(line))
  if (lines.length > 0)
    return distinct(
      lines
        .map((line) => ({ before: was.get(line) ?? null, now: is.get(line) ?? null }))
        .filter(({ before, now }) => !isDeepStrictEqual(before, now)),
    )
  const [old, present] = [distinct([...was.values()]), distinct([...is.values()])]
  const lost = old.filter((one) => !present.some((other) => isDeepStrictEqual(one, other)))
  const added = present.filter((one) => !old.some((other) => isDeepStrictEqual(one, other)))
  return Array.from({ length: Math.max(lost.length, added.length) }, (_, index) => ({
    before: lost[index] ?? old[0] ?? null,
    now: added[index] ?? present[0] ?? null,
  }))
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

const words = {
  atStart: { ru: 'в начале', en: 'at the start' },
  from: { ru: 'из', en: 'from' },
  on: { ru: 'по', en: 'on' },
  now: { ru: 'теперь', en: 'now' },
  before: { ru: 'раньше', en: 'before' },
  nothing: { ru: 'ничего', en: 'nothing' },
  does: { ru: 'делает', en: 'does' },
  starts: { ru: 'начинает', en: 'starts' },
  stops: { ru: 'прекращает', en: 'stops' },
  waits: { ru: 'ждёт', en: 'waits' },
  milliseconds: { ru: 'мс', en: 'ms' },
  tagged: { ru: 'помечено', en: 'tagged' },
  more: {
    ru: 'шагов через прежние переходы: новых и исчезнувших',
    en: 'steps through unchanged transitions: new and gone',
  },
} satisfies Record<string, Bilingual>

type Reader = { model: Pick<Model, 'states'>; texts: Texts; language: Language }

/** The changes in the language of the tester, one line each. */
export function changeLines({ changes, appeared, gone }: LedgerChanges, reader: Reader): string[] {
  const say = (text: Bilingual) => text[reader.language]
  const lines = changes.map(({ from, event, before, now }) => {
    const [was, is] = [aspectsOf(before, reader), aspectsOf(now, reader)]
    const names = [...new Set([...is.keys(), ...was.keys()])].filter((name) => is.get(name) !== was.get(name))
    const side = (aspects: ReadonlyMap<string, string>) =>
      names.flatMap((name) => aspects.get(name) ?? []).join(', ') || say(words.nothing)
    const state = from === null ? '' : stateWords(from, reader)
    const transition =
      event === null ? say(words.atStart) : `${say(words.from)} ${state} ${say(words.on)} ${eventWords(event, reader)}`
    return `${transition}: ${say(words.now)} ${side(is)}; ${say(words.before)}: ${side(was)}`
  })
  const rest = appeared + gone === 0 ? [] : [`${say(words.more)}: ${appeared}, ${gone}`]
  return [...new Set(lines), ...rest]
}

function stateWords(state: string, { model, texts, language }: Reader): string {
  const described = model.states[state]
  return described === undefined ? `\`${state}\`` : `\`${state}\` (${bilingual(texts, described)[language]})`
}

function eventWords({ type, title }: { type: string; title: string }, { texts, language }: Reader): string {
  return title === type ? `\`${type}\`` : `\`${type}\` (${bilingual(texts, title)[language]})`
}

/** The parts of an outcome in words; of a part that both sides share nothing is printed. */
function aspectsOf(outcome: StepOutcome | null, reader: Reader): Map<string, string> {
  if (outcome === null) return new Map()
  const { state, context = {}, tags = [], does = [], begins = {}, ends = [], clocks = [] } = outcome
  const say = (text: Bilingual) => text[reader.language]
  const list = (name: Bilingual, values: readonly string[]): [string, string][] =>
    values.length === 0 ? [] : [[name.en, `${say(name)} ${values.join(', ')}`]]
  return new Map([
    ['state', `→ ${stateWords(state, reader)}`],
    ...list(
      words.does,
      (does as SideEffect[]).map(
        (effect) => `${say(actionWords(reader.texts, effect))} \`${effect.action}\`${inputWords(effect.params)}`,
      ),
    ),
    ...list(
      words.starts,
      Object.entries(begins).map(([actor, input]) => `\`${actor}\`${inputWords(input)}`),
    ),
    ...list(
      words.stops,
      ends.map((actor) => `\`${actor}\``),
    ),
    ...list(
      words.waits,
      clocks.map((milliseconds) => `${milliseconds} ${say(words.milliseconds)}`),
    ),
    ...list(
      words.tagged,
      tags.map((tag) => `\`${tag}\``),
    ),
    ...Object.entries(context).map(([name, value]): [string, string] => [
      `context.${name}`,
      `${name} = ${short(value)}`,
    ]),
  ])
}

function inputWords(input: unknown): string {
  return input === undefined || input === null ? '' : ` ${short(input)}`
}

/** Long enough to distinguish two values in nearly all cases; the diff of the ledger has the rest. */
const maxValueCharacters = 160

function short(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length <= maxValueCharacters ? text : `${text.slice(0, maxValueCharacters)}…`
}
