import type { RunnerConfig } from '#tests/model-runner/config.ts'

/** The shares that must be killed in total and of each kind. */
type Enough = { inTotal: number; ofOne: number }

/**
 * Prints the result of one kind of mutants and adds it to the total. Every mutant that nothing kills needs a reason; one
 * whose reason is that it is equivalent cannot be killed and does not count.
 */
export class Mutants {
  readonly #explained: RunnerConfig['survivors']
  readonly #enough: Enough
  #all = 0
  #killed = 0
  #isExplained = true
  #isEach = true

  constructor(survivors: RunnerConfig['survivors'], enough: Enough) {
    this.#explained = survivors
    this.#enough = enough
  }

  /** `isWhole`: all mutants of the kind were tried, so that every explained one must have survived. */
  count(kind: string, all: number, survivors: readonly string[], isWhole = true): void {
    const reasons = this.#explained[kind] ?? {}
    const equivalent = survivors.filter((name) => reasons[name]?.startsWith('equivalent'))
    const counted = all - equivalent.length
    const killed = all - survivors.length
    this.#all += counted
    this.#killed += killed
    this.#isEach &&= killed / counted >= this.#enough.ofOne
    console.log(`${kind}: ${all} mutants, ${equivalent.length} equivalent · ${share(killed, counted)}`)
    for (const name of survivors)
      console.log(name in reasons ? `  · survived: ${name} — ${reasons[name]}` : `  ✗ survived: ${name}`)
    const found = isWhole ? Object.keys(reasons).filter((name) => !survivors.includes(name)) : []
    for (const name of found) console.log(`  ✗ ${name}: explained, but killed`)
    this.#isExplained &&= found.length === 0 && survivors.every((name) => name in reasons)
  }

  /** Whether enough mutants were killed and every survivor is explained. */
  areFound(): boolean {
    console.log(share(this.#killed, this.#all))
    return this.#isExplained && this.#isEach && this.#killed / this.#all >= this.#enough.inTotal
  }
}

function share(killed: number, all: number): string {
  return `${((100 * killed) / all).toFixed(1)} % (${killed} of ${all})`
}
