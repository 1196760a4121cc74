import { existsSync, globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BrowserPool } from './browser/browser-pool.ts'
import type { BrowserStage } from './browser/browser-stage.ts'
import type { MachineLevel } from './machine-level.ts'
import { type Level, type Model, nameOf } from './model.ts'
import { type Plan, plan } from './paths/play-paths.ts'

/** A model with its machine level, and its browser level, which is loaded on demand. */
export type Machine = { model: Model; onMachine: MachineLevel; inBrowser: () => Promise<InBrowser | null> }
export type InBrowser = (pool: BrowserPool) => Level<BrowserStage>
/** A model that cannot be loaded or planned, with the reason. */
export type Broken = { name: string; why: string; machine?: Machine; error?: unknown }
export type Found = { machines: Machine[]; broken: Broken[] }

/**
 * Finds models by their file names: `sign-out.model.ts` exports `signOutModel` and `signOutOnMachine`, and
 * `sign-out.browser.ts` beside it `signOutInBrowser`. A file may hold several models with different names. A file
 * that fails to load does not affect the others.
 */
export async function findMachines(folder: string): Promise<Found> {
  const found: Found = { machines: [], broken: [] }
  for (const file of globSync('*.model.ts', { cwd: folder }).sort()) {
    try {
      const own = machinesIn(file, await load(join(folder, file)), () => besidesOf(join(folder, browserFileOf(file))))
      for (const one of own) {
        if ('why' in one) found.broken.push(one)
        else found.machines.push(one)
      }
    } catch (error) {
      found.broken.push({ name: file, why: messageOf(error), error })
    }
  }
  return found
}

type Exports = Record<string, unknown>

function machinesIn(file: string, exports: Exports, besides: () => Promise<Exports>): (Machine | Broken)[] {
  const names = Object.keys(exports).flatMap((name) => /^(.+)Model$/.exec(name)?.[1] ?? [])
  if (names.length === 0) return [{ name: file, why: 'it exports no …Model' }]
  return names.map((name) => {
    const model = exports[`${name}Model`] as Model
    const onMachine = exports[`${name}OnMachine`] as MachineLevel | undefined
    if (onMachine === undefined) return { name: file, why: `it exports ${name}Model, and no ${name}OnMachine` }
    if (nameOf(model) !== name) return { name: file, why: `${name}Model is a model of ${nameOf(model)}` }
    const inBrowser = async () => ((await besides())[`${name}InBrowser`] as InBrowser | undefined) ?? null
    return { model, onMachine, inBrowser }
  })
}

/** Plans the paths of the selected models. An invalid model is reported as broken and does not stop the others. */
export function planned(found: Found, wanted?: string): { ready: (Machine & { plan: Plan })[]; broken: Broken[] } {
  const broken = found.broken.filter(({ name }) => wanted === undefined || name === modelFileOf(wanted))
  const ready = found.machines
    .filter(({ model }) => wanted === undefined || nameOf(model) === wanted)
    .flatMap((machine) => {
      try {
        return [{ ...machine, plan: plan(machine.model) }]
      } catch (error) {
        broken.push({ name: nameOf(machine.model), why: messageOf(error), machine, error })
        return []
      }
    })
  return { ready, broken }
}

/** The file that the models of a machine are declared in. */
export function modelFileOf(machine: string): string {
  return `${machine.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.model.ts`
}

function browserFileOf(modelFile: string): string {
  return modelFile.replace(/\.model\.ts$/, '.browser.ts')
}

async function besidesOf(file: string): Promise<Exports> {
  return existsSync(file) ? load(file) : {}
}

async function load(file: string): Promise<Exports> {
  return (await import(pathToFileURL(resolve(file)).href)) as Exports
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
