import { mkdirSync, writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from 'playwright/types/testReporter'
import type { RunnerConfig } from '#tests/model-runner/config.ts'
import { findMachines } from '#tests/model-runner/discover-models.ts'
import { type DrawnMachine, drawMachine } from '#tests/model-runner/drawing/drawn-machine.ts'
import { escaped, litBy, svgOf } from '#tests/model-runner/drawing/svg.ts'
import { idOf, nameOf } from '#tests/model-runner/model.ts'
import { playedCoverage, type Tally } from '#tests/model-runner/paths/coverage.ts'
import { type Plan, plan } from '#tests/model-runner/paths/plan.ts'
import type { Path } from '#tests/model-runner/paths/replay.ts'
import { pairsOf } from '#tests/model-runner/paths/transition-pairs.ts'
import { testerLanguage } from '#tests/model-runner/words.ts'

const file = 'reports/models/coverage.html'

/** A path that was played, with the number of steps that passed. */
type PlayedPath = { name: string; id: string; steps: number }
type Covered = { plan: Plan; paths: Path[]; tallies: [string, Tally][] }

/**
 * Counts what the played paths cover of each machine and of the requirements: a table in the terminal, and a page with
 * the drawings. It reads the annotations and tags of the tests; a failed path counts up to its failed step.
 */
export class CoverageReporter implements Reporter {
  readonly #config: RunnerConfig
  readonly #played: PlayedPath[] = []
  /** Passed and failed paths by requirement. */
  readonly #requirements = new Map<string, { passed: number; failed: number }>()

  constructor(config: RunnerConfig) {
    this.#config = config
  }

  onTestEnd({ annotations, tags }: TestCase, { status, steps, retry }: TestResult): void {
    const [name, id] = annotations.find(({ type }) => type === 'path')?.description?.split(' ') ?? []
    if (name === undefined || id === undefined || status === 'skipped' || retry > 0) return
    const passed = steps.filter(({ category, error }) => category === 'test.step' && error === undefined).length
    this.#played.push({ name, id, steps: Math.max(0, passed - 1) })
    for (const tag of tags.filter((one) => /^@(S\d+|D-\d+)$/.test(one))) {
      const count = this.#requirements.get(tag.slice(1)) ?? { passed: 0, failed: 0 }
      count[status === 'passed' ? 'passed' : 'failed'] += 1
      this.#requirements.set(tag.slice(1), count)
    }
  }

  async onEnd(): Promise<void> {
    if (this.#played.length === 0) return
    const covered = await this.#covered()
    for (const { plan, tallies } of covered)
      console.log(`${nameOf(plan.model)}: ${tallies.map(([what, tally]) => `${what} ${share(tally)}`).join(' · ')}`)
    mkdirSync('reports/models', { recursive: true })
    writeFileSync(file, await this.#page(covered))
    console.log(`Coverage: ${file}`)
  }

  async #covered(): Promise<Covered[]> {
    const { machines } = await findMachines(this.#config.models)
    return machines.flatMap(({ model }) => {
      const own = new Map(this.#played.filter(({ name }) => name === nameOf(model)).map((one) => [one.id, one.steps]))
      if (own.size === 0) return []
      const whole = plan(model)
      const known = new Map([...whole.paths, ...whole.cover].map((path) => [idOf(path), path]))
      const paths = [...own].flatMap(([id, steps]) => {
        const path = known.get(id)
        return path === undefined ? [] : { ...path, steps: path.steps.slice(0, steps) }
      })
      const { coverage, problems } = playedCoverage(whole, paths, pairsOf(model, whole.paths).possible)
      return { plan: whole, paths, tallies: [...Object.entries(coverage), ['problems', problems] as [string, Tally]] }
    })
  }

  async #page(covered: readonly Covered[]): Promise<string> {
    const sections: string[] = []
    for (const { plan: whole, paths, tallies } of covered)
      sections.push(sectionOf(await drawMachine(whole, this.#config.texts, testerLanguage), paths, tallies))
    const rows = this.#config.requirements().map(({ id, title, tests }) => {
      const { passed, failed } = this.#requirements.get(id) ?? { passed: 0, failed: 0 }
      return [id, title, `${passed}`, `${failed}`, `${tests.length}`]
    })
    return `<!doctype html><html lang="${testerLanguage}"><meta charset="utf-8"><title>Coverage of the models</title>
<style>body{font:15px/1.5 system-ui;margin:2rem;max-width:70rem}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2rem .6rem;text-align:left}svg{max-width:100%;height:auto}</style>
<h1>Coverage of the models</h1>${sections.join('\n')}
<h2>Requirements</h2>${tableOf(['requirement', 'title', 'passed paths', 'failed paths', 'other tests'], rows)}</html>
`
  }
}

function sectionOf(machine: DrawnMachine, paths: readonly Path[], tallies: Covered['tallies']): string {
  const lit = paths.map((path) => litBy(path))
  const all = {
    states: new Set(lit.flatMap(({ states }) => [...states])),
    transitions: new Set(lit.flatMap(({ transitions }) => [...transitions])),
  }
  const rows = tallies.map(([what, tally]) => [what, share(tally)])
  const unplayed = tallies.flatMap(([what, tally]) => tally.unplayed.map((one) => `<li>${what}: ${escaped(one)}</li>`))
  return `<h2>${escaped(machine.title)} (${machine.id})</h2>${tableOf(['', 'played'], rows)}
<details><summary>Not played: ${unplayed.length}</summary><ul>${unplayed.join('')}</ul></details>
${machine.drawings.map((drawing) => `<figure>${svgOf(drawing, machine, all)}</figure>`).join('\n')}`
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`
  return `<table>${line(head, 'th')}${rows.map((row) => line(row, 'td')).join('')}</table>`
}

function share({ all, unplayed }: Tally): string {
  return `${all.length - unplayed.length}/${all.length}`
}
