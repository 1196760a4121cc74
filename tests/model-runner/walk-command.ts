import { openDesk } from './browser/browser-pool.ts'
import type { ReplayWish, WalkWish } from './command-line.ts'
import { refuseUnknownMachine, WrongWish } from './command-line.ts'
import { type Machine, planned } from './discover-models.ts'
import { nameOf, titleOf } from './model.ts'
import { type Fall, fallInBrowser, fallOf, shrink, type Trial, walkOf } from './paths/random-walks.ts'
import { replay } from './paths/replay.ts'
import { keep, readKept } from './paths/saved-paths.ts'
import { steppingOf } from './stepping.ts'
import { brokenLine } from './summary.ts'

/** Plays random walks of all machines for a given time. A failed walk is shrunk and saved to a file for replay. */
export async function walkAbout({ found, machine, milliseconds, seed: first, level }: WalkWish): Promise<boolean> {
  const { ready, broken } = planned(found, machine)
  for (const one of broken) console.log(brokenLine(one))
  return onLevel({ level, show: false, step: false }, ready, async (trials) => {
    const end = performance.now() + milliseconds
    let count = 0
    for (let seed = first; performance.now() < end; seed += 1) {
      for (const [{ model }, falls] of trials) {
        const fall = await falls(walkOf(model, seed))
        count += 1
        if (fall === null) continue
        console.log(`✗ ${nameOf(model)}, --seed ${seed}`)
        await tell(model, await shrink(falls, fall), level)
        return false
      }
    }
    console.log(`${count} прогулок, с ${first} по порядку: ни одна не упала`)
    return broken.length === 0
  })
}

/** Replays a saved walk. */
export async function replayWalk({ found, file, level, show, step }: ReplayWish): Promise<boolean> {
  const { machine, events } = readKept(file)
  refuseUnknownMachine(machine, found)
  const { ready, broken } = planned(found, machine)
  if (broken.length > 0) throw new WrongWish(broken.map(brokenLine).join('\n'))
  return onLevel({ level, show, step }, ready, async (trials) => {
    for (const [{ model }, falls] of trials) {
      const fall = await falls(events)
      if (fall === null) continue
      console.log(`✗ ${machine}`)
      tellSteps(model, fall)
      return false
    }
    console.log(`✓ ${machine}: прогулка из ${events.length} событий больше не падает`)
    return true
  })
}

type Model = Machine['model']
type Where = { level: WalkWish['level']; show: boolean; step: boolean }

async function onLevel(
  { level, show, step }: Where,
  machines: readonly Machine[],
  run: (trials: [Machine, Trial][]) => Promise<boolean>,
): Promise<boolean> {
  if (level === 'machine') {
    return run(machines.map((one) => [one, (walk) => fallOf(one.model, one.onMachine, walk)]))
  }
  const desk = await openDesk({ show })
  try {
    const trials: [Machine, Trial][] = []
    for (const one of machines) {
      const inBrowser = (await one.inBrowser())?.(desk)
      if (inBrowser === undefined) throw new WrongWish(`У машины ${nameOf(one.model)} нет уровня браузера`)
      const onPages = step ? steppingOf(one.model, inBrowser) : inBrowser
      trials.push([one, (walk) => fallInBrowser(one.model, onPages, walk)])
    }
    return await run(trials)
  } finally {
    await desk.close()
  }
}

async function tell(model: Model, fall: Fall, level: WalkWish['level']): Promise<void> {
  tellSteps(model, fall)
  const file = await keep(nameOf(model), fall)
  console.log(`  ещё раз: npm run qa -- --replay ${file}${level === 'browser' ? ' --level browser' : ''}`)
}

function tellSteps(model: Model, { walk, why }: Fall): void {
  for (const step of replay(model.machine, model.input, walk).steps) console.log(`    ${titleOf(model, step)}`)
  console.log(`  ${why}`)
}
