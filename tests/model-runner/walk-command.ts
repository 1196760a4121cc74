import { createInterface } from 'node:readline/promises'
import { openBrowserPool } from './browser/browser-pool.ts'
import { type ReplayCommand, requireMachine, UsageError, type WalkCommand, type WalkLevel } from './command-line.ts'
import type { RunnerConfig } from './config.ts'
import { type Machine, planned } from './discover-models.ts'
import { type Level, type Model, nameOf, titleOf } from './model.ts'
import {
  type FindFailure,
  shrink,
  type WalkFailure,
  walkFailureInBrowser,
  walkFailureOf,
  walkOf,
} from './paths/random-walks.ts'
import { replay } from './paths/replay.ts'
import { keep } from './paths/saved-paths.ts'
import { brokenLine } from './summary.ts'

/** Plays random walks of all machines for a given time. A failed walk is shrunk and saved to a file for replay. */
export async function playRandomWalks(
  config: RunnerConfig,
  { found, machine, milliseconds, seed: first, level }: WalkCommand,
): Promise<boolean> {
  const { ready, broken } = planned(found, machine)
  for (const one of broken) console.log(brokenLine(one))
  return onLevel(config, { level, show: false, step: false }, ready, async (trials) => {
    const end = performance.now() + milliseconds
    let count = 0
    for (let seed = first; performance.now() < end; seed += 1) {
      for (const [{ model }, findFailure] of trials) {
        const failure = await findFailure(walkOf(model, seed))
        count += 1
        if (failure === null) continue
        console.log(`✗ ${nameOf(model)}, --seed ${seed}`)
        await report(model, await shrink(model, findFailure, failure), level)
        return false
      }
    }
    console.log(`${count} random walks from seed ${first}: none failed`)
    return broken.length === 0
  })
}

/** Replays saved walks. */
export async function replayWalks(
  config: RunnerConfig,
  { found, walks, level, show, step }: ReplayCommand,
): Promise<boolean> {
  let isPassed = true
  for (const { machine, events } of walks) {
    requireMachine(machine, found)
    const { ready, broken } = planned(found, machine)
    if (broken.length > 0) throw new UsageError(broken.map(brokenLine).join('\n'))
    const isThisPassed = await onLevel(config, { level, show, step }, ready, async (trials) => {
      for (const [{ model }, findFailure] of trials) {
        const failure = await findFailure(events)
        console.log(`${failure === null ? '✓' : '✗'} ${machine}: a walk of ${events.length} events`)
        printSteps(model, failure ?? { walk: events, why: 'passes' })
        if (failure !== null) return false
      }
      return true
    })
    isPassed &&= isThisPassed
  }
  return isPassed
}

type Where = { level: WalkLevel; show: boolean; step: boolean }

async function onLevel(
  { app }: RunnerConfig,
  { level, show, step }: Where,
  machines: readonly Machine[],
  run: (trials: [Machine, FindFailure][]) => Promise<boolean>,
): Promise<boolean> {
  if (level === 'machine') {
    return run(machines.map((one) => [one, (walk) => walkFailureOf(one.model, one.onMachine, walk)]))
  }
  const pool = await openBrowserPool(app, { show })
  try {
    const trials: [Machine, FindFailure][] = []
    for (const one of machines) {
      const inBrowser = (await one.inBrowser())?.(pool)
      if (inBrowser === undefined) throw new UsageError(`The machine ${nameOf(one.model)} has no browser level`)
      const onPages = step ? waitingForEnter(one.model, inBrowser) : inBrowser
      trials.push([one, (walk) => walkFailureInBrowser(one.model, onPages, walk)])
    }
    return await run(trials)
  } finally {
    await pool.close()
  }
}

async function report(model: Model, failure: WalkFailure, level: WalkLevel): Promise<void> {
  printSteps(model, failure)
  const file = await keep(nameOf(model), failure)
  console.log(`  again: npm run qa -- --replay ${file}${level === 'browser' ? ' --level browser' : ''}`)
}

function printSteps(model: Model, { walk, why }: Pick<WalkFailure, 'walk' | 'why'>): void {
  for (const step of replay(model.machine, model.input, walk).steps) console.log(`    ${titleOf(model, step)}`)
  console.log(`  ${why}`)
}

/** Prints the next step and waits for a key. */
export function waitingForEnter<Stage>(model: Model, level: Level<Stage>): Level<Stage> {
  const events = Object.entries(level.events).map(([type, drive]): [string, typeof drive] => [
    type,
    async (stage, step) => {
      await enter(titleOf(model, step))
      await drive(stage, step)
    },
  ])
  const close = async (stage: Stage) => {
    await enter('end of the path')
    await level.close(stage)
  }
  return { ...level, events: Object.fromEntries(events), close }
}

async function enter(words: string): Promise<void> {
  const keys = createInterface({ input: process.stdin, output: process.stdout })
  await keys.question(`${words} — Enter `)
  keys.close()
}
