import type { RunnerConfig } from '#tests/model-runner/config.ts'

/** The shares that must be killed by all means, by the rules alone, and by the rules alone of each machine. */
const enough = { inTotal: 0.95, byRules: 0.9, byRulesOfOne: 0.8 }

/**
 * Prints the result of one kind of mutants and adds it to the total. Every mutant that nothing kills needs a reason; one
 * whose reason is that it is equivalent cannot be killed and does not count.
 */
export class Mutants {
  readonly #explained: RunnerConfig['survivors']
  #all = 0
  #killed = 0
  #ruled = 0
  #isExplained = true
  #isRuled = true

  constructor(survivors: RunnerConfig['survivors']) {
    this.#explained = survivors
  }

  /** `unruled` are those that no rule kills; mutants of the product have no such figure. */
  count(
    kind: string,
    all: number,
    survivors: readonly string[],
    { isWhole = true, unruled }: { isWhole?: boolean; unruled?: readonly string[] } = {},
  ): void {
    const reasons = this.#explained[kind] ?? {}
    const equivalent = survivors.filter((name) => reasons[name]?.startsWith('equivalent'))
    const counted = all - equivalent.length
    const killed = all - survivors.length
    const ruled = all - (unruled ?? survivors).length
    this.#all += counted
    this.#killed += killed
    this.#ruled += ruled
    this.#isRuled &&= unruled === undefined || ruled / counted >= enough.byRulesOfOne
    const figures = unruled === undefined ? share(killed, counted) : figuresOf(killed, ruled, counted)
    console.log(`${kind}: ${all} mutants, ${equivalent.length} equivalent · ${figures}`)
    for (const name of survivors)
      console.log(name in reasons ? `  · survived: ${name} — ${reasons[name]}` : `  ✗ survived: ${name}`)
    for (const name of unruled?.filter((one) => !survivors.includes(one)) ?? [])
      console.log(`  · found by the ledger alone: ${name}`)
    const found = isWhole ? Object.keys(reasons).filter((name) => !survivors.includes(name)) : []
    for (const name of found) console.log(`  ✗ ${name}: explained, but killed`)
    this.#isExplained &&= found.length === 0 && survivors.every((name) => name in reasons)
  }

  /** Whether enough mutants were killed and every survivor is explained. */
  areFound(): boolean {
    console.log(figuresOf(this.#killed, this.#ruled, this.#all))
    return (
      this.#isExplained &&
      this.#isRuled &&
      this.#killed / this.#all >= enough.inTotal &&
      this.#ruled / this.#all >= enough.byRules
    )
  }
}

function figuresOf(killed: number, ruled: number, all: number): string {
  return `с журналом: ${share(killed, all)}, без журнала: ${share(ruled, all)}`
}

function share(killed: number, all: number): string {
  return `${((100 * killed) / all).toFixed(1)} % (${killed} of ${all})`
}
