import type { RunnerConfig } from '#tests/model-runner/config.ts'

const enough = 0.95

/** Prints the result of one kind of mutants and adds it to the total. */
export class Mutants {
  readonly #explained: RunnerConfig['survivors']
  #all = 0
  #killed = 0
  #isExplained = true

  constructor(survivors: RunnerConfig['survivors']) {
    this.#explained = survivors
  }

  count(kind: string, all: number, survivors: readonly string[], isWhole = true): void {
    const reasons = this.#explained[kind] ?? {}
    const killed = all - survivors.length
    this.#all += all
    this.#killed += killed
    console.log(`${kind}: killed ${killed} of ${all}`)
    for (const name of survivors)
      console.log(name in reasons ? `  · survived: ${name} — ${reasons[name]}` : `  ✗ survived: ${name}`)
    const found = isWhole ? Object.keys(reasons).filter((name) => !survivors.includes(name)) : []
    for (const name of found) console.log(`  ✗ ${name}: explained, but killed`)
    this.#isExplained &&= found.length === 0 && survivors.every((name) => name in reasons)
  }

  /** Whether enough mutants were killed and every survivor is explained. */
  areFound(): boolean {
    const share = this.#killed / this.#all
    console.log(`killed ${this.#killed} of ${this.#all} (${(100 * share).toFixed(1)} %)`)
    return this.#isExplained && share >= enough
  }
}
