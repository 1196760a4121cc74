import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AnyStateMachine } from 'xstate'
import { declaringPool } from './browser/browser-pool.ts'
import type { RunnerConfig } from './config.ts'
import { type Found, messageOf, modelFileOf } from './discover-models.ts'
import { hasEnded } from './known-failure.ts'
import { idOf, nameOf } from './model.ts'
import { endingEverywhere } from './paths/path-cover.ts'
import { plan } from './paths/plan.ts'
import { unusedIn } from './unused-parts.ts'

/** Machines and parts of them that the runner cannot play or would skip silently, one line each. */
export async function findIncompleteness(
  found: Found,
  { machines, app, knownFailures }: Pick<RunnerConfig, 'machines' | 'app' | 'knownFailures'>,
): Promise<string[]> {
  const modelled = new Set(found.machines.map(({ model }) => model.machine))
  const violations = found.broken.map(({ name, why }) => `${name}: ${why}`)
  for (const file of globSync(`${machines}/*.ts`).sort()) {
    if (!(await readFile(file, 'utf8')).includes('.createMachine(')) continue
    const own = await machinesOf(file)
    if (own.length === 0) violations.push(`${file}: makes a machine and exports none`)
    for (const machine of own) {
      if (!modelled.has(machine))
        violations.push(`${file}: the machine ${machine.id} has no model (${modelFileOf(machine.id)})`)
      violations.push(...unusedIn(machine).map(({ kind, name }) => `${file}: the ${kind} ${name} is unused`))
    }
  }
  const ids = new Set<string>()
  for (const { model, inBrowser } of found.machines) {
    const level = await inBrowser().catch((error) => void violations.push(`${nameOf(model)}: ${messageOf(error)}`))
    if (level === null)
      violations.push(`${nameOf(model)} has no level of the browser: no file exports ${nameOf(model)}InBrowser`)
    if (knownFailures.length === 0 || !level) continue
    const { paths, cover } = plan(model)
    const faults = level(declaringPool(app)).faults?.(paths) ?? []
    for (const path of [...paths, ...endingEverywhere(cover), ...faults.map((fault) => fault.path)]) ids.add(idOf(path))
  }
  for (const known of knownFailures) {
    if (!ids.has(known.path)) violations.push(`the known failure ${known.path} is no path of a model`)
    if (hasEnded(known)) violations.push(`the known failure ${known.path} ended on ${known.until}`)
  }
  return violations
}

async function machinesOf(file: string): Promise<AnyStateMachine[]> {
  const exports = (await import(pathToFileURL(resolve(file)).href)) as Record<string, unknown>
  return Object.values(exports).filter(isMachine)
}

function isMachine(value: unknown): value is AnyStateMachine {
  return typeof value === 'object' && value !== null && 'implementations' in value && 'root' in value
}
