import { existsSync, globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BrowserPool } from './browser/browser-pool.ts'
import type { BrowserStage } from './browser/browser-stage.ts'
import { type MachineLevel, onMachine } from './machine-level.ts'
import { type Level, type Model, nameOf } from './model.ts'

/** A model with its machine level, and its browser level, which is loaded on demand. */
export type Machine = { model: Model; onMachine: MachineLevel; inBrowser: () => Promise<InBrowser | null> }
export type InBrowser = (pool: BrowserPool) => Level<BrowserStage>
/** A model that cannot be loaded, with the reason. */
type Broken = { name: string; why: string }
export type Found = { machines: Machine[]; broken: Broken[] }

/**
 * Finds models by their file names: `sign-out.model.ts` exports `signOutModel`, and `signOutOnMachine` where the machine is
 * not played as usual, and `sign-out.browser.ts` beside it `signOutInBrowser`. A file may hold several models with different names. A file
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
      found.broken.push({ name: file, why: messageOf(error) })
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
    if (nameOf(model) !== name) return { name: file, why: `${name}Model is a model of ${nameOf(model)}` }
    const own = exports[`${name}OnMachine`] as MachineLevel | undefined
    const inBrowser = async () => ((await besides())[`${name}InBrowser`] as InBrowser | undefined) ?? null
    return { model, onMachine: own ?? onMachine(model), inBrowser }
  })
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
