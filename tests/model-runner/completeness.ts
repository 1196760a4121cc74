import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AnyStateMachine } from 'xstate'
import type { RunnerConfig } from './config.ts'
import { type Found, messageOf, modelFileOf, planned } from './discover-models.ts'
import { readLedger } from './ledger.ts'
import { nameOf } from './model.ts'
import { quarantineErrors, readQuarantine } from './quarantine.ts'
import { unusedIn } from './unused-parts.ts'
import { viewFile } from './views/accepted-views.ts'

/** Machines and parts of them that the runner cannot play or would skip silently, one line each. */
export async function findIncompleteness(
  found: Found,
  {
    machines,
    models,
    app,
  }: Pick<RunnerConfig, 'machines' | 'models'> & { app: Pick<RunnerConfig['app'], 'languages'> },
) {
  const { ready, broken } = planned(found)
  const modelled = new Set(found.machines.map(({ model }) => model.machine))
  const violations = broken.map(({ name, why }) => `${name}: ${why}`)
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
  violations.push(
    ...quarantineErrors(
      readQuarantine(models),
      found.machines.map(({ model }) => nameOf(model)),
      ready,
    ),
  )
  for (const { model, inBrowser } of ready) {
    const name = nameOf(model)
    const isPlayed = await inBrowser().catch((error) => void violations.push(`${name}: ${messageOf(error)}`))
    if (isPlayed === null) violations.push(`${name} has no level of the browser: no file exports ${name}InBrowser`)
    if (readLedger(name, models) === null) violations.push(`${name} has no ledger: npm run qa -- ${name} --accept`)
    if (!app.languages.every((language) => existsSync(viewFile(models, language.name, name))))
      violations.push(`${name} has no accepted views: npm run qa -- ${name} --accept`)
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
