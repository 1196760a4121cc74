import { readFileSync } from 'node:fs'

/** Reasons of survivors: by machine or `product`, then by the name of the mutant. */
type Explained = Record<string, Record<string, string>>

const explained = JSON.parse(readFileSync(new URL('../../models/survivors.json', import.meta.url), 'utf8')) as Explained
const enough = 0.95

/** Prints the result of one kind of mutants and adds it to the total. */
export class Mutants {
  #all = 0
  #killed = 0
  #isExplained = true

  count(kind: string, all: number, survivors: readonly string[], isWhole = true): void {
    const reasons = explained[kind] ?? {}
    const killed = all - survivors.length
    this.#all += all
    this.#killed += killed
    console.log(`${kind}: убито ${killed} из ${all}`)
    for (const name of survivors)
      console.log(name in reasons ? `  · выжил ${name} — ${reasons[name]}` : `  ✗ выжил ${name}`)
    const found = isWhole ? Object.keys(reasons).filter((name) => !survivors.includes(name)) : []
    for (const name of found) console.log(`  ✗ ${name}: объяснён, а убит`)
    this.#isExplained &&= found.length === 0 && survivors.every((name) => name in reasons)
  }

  /** Whether enough mutants were killed and every survivor is explained. */
  areFound(): boolean {
    const share = this.#killed / this.#all
    console.log(`убито ${this.#killed} из ${this.#all} (${(100 * share).toFixed(1)} %)`)
    return this.#isExplained && share >= enough
  }
}
