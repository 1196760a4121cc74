import { stripVTControlCharacters } from 'node:util'
import type { Browser } from 'playwright'
import { poolOn } from '#tests/model-runner/browser/browser-pool.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import type { RunnerConfig } from '#tests/model-runner/config.ts'
import { findMachines, type Machine } from '#tests/model-runner/discover-models.ts'
import { idOf } from '#tests/model-runner/ledger.ts'
import { type Level, nameOf, titleOf } from '#tests/model-runner/model.ts'
import { look, type Plan, plan } from '#tests/model-runner/paths/play-paths.ts'
import { type Path, replay } from '#tests/model-runner/paths/replay.ts'
import { leavesOf, type Trace, tracesIn } from '#tests/model-runner/paths/traces.ts'
import { machineData } from '#tests/model-runner/report/machine-data.ts'
import type { MachineData } from '#tests/model-runner/report/report-data.ts'
import { takeScreenshot } from '#tests/model-runner/report/screenshots.ts'
import { bilingual } from '#tests/model-runner/report/words.ts'
import type { Frame, Hand, MachineTitle, TracedPath } from './live-data.ts'

/** A path that is played step by step at `/qa`, with the drivers and assertions of the browser level. */
export type DrivenPath = {
  frame: () => Promise<Frame>
  step: () => Promise<Frame>
  /** Goes one step back: restarts the path and plays it up to the previous step, because a page cannot undo a step. */
  back: () => Promise<Frame>
  /** Forwards manual input to the page. */
  hand: (hand: Hand) => Promise<Frame>
  close: () => Promise<void>
}

const wide = 1280

/** The paths of a ticket or of a recording. They join those that can be played. */
export async function tracesOf(config: RunnerConfig, text: string): Promise<TracedPath[]> {
  const { machines } = await findMachines(config.models)
  const planned = await Promise.all(machines.map(({ model }) => planOf(config, nameOf(model))))
  return planned.flatMap((one) => {
    if (one === undefined) return []
    return tracesIn(text, [one]).map((trace) => {
      const path = replay(one.model.machine, one.model.input, trace.events)
      const known = one.plan.paths.some((other) => idOf(other) === idOf(path))
      if (!known) one.plan.paths.push(path)
      return { ...inWords(config, one, trace), path: idOf(path) }
    })
  })
}

function inWords({ texts }: RunnerConfig, { model }: Machine, { machine, events, gap }: Trace): TracedPath {
  const { steps } = replay(model.machine, model.input, events)
  return { machine, path: null, titles: steps.map((step) => bilingual(texts, titleOf(model, step))), gap }
}

export async function machineTitles({ models, texts }: RunnerConfig): Promise<MachineTitle[]> {
  const { machines } = await findMachines(models)
  return machines.map(({ model }) => ({ id: nameOf(model), title: bilingual(texts, model.title) }))
}

/** Undefined if there is no such machine. */
export async function machineOf(config: RunnerConfig, id: string): Promise<MachineData | undefined> {
  const found = await planOf(config, id)
  return found && machineData(found.plan, config.texts)
}

/** Opens the app at `origin` at the start of the path, in a browser that starts on demand; undefined if there is no such path. */
export async function drive(
  config: RunnerConfig,
  browserFor: () => Promise<Browser>,
  origin: string,
  selection: { machine: string; path: string },
): Promise<DrivenPath | undefined> {
  const found = await planOf(config, selection.machine)
  const path = found?.plan.paths.find((one) => idOf(one) === selection.path)
  const levelOn = await found?.inBrowser()
  if (found === undefined || path === undefined || !levelOn) return undefined
  const browser = await browserFor()
  const traced = (text: string) => tracesIn(text, [found]).map((trace) => inWords(config, found, trace))
  return start(levelOn(poolOn(config.app, browser, origin)), { path, machine: found.model.machine.id, traced })
}

async function start(
  level: Level<BrowserStage>,
  { path, machine, traced }: { path: Path; machine: string; traced: (recording: string) => TracedPath[] },
): Promise<DrivenPath> {
  let stage = await level.open()
  let count = 0
  let failure: string | null = null
  const attempt = async (act: () => Promise<void>) => {
    try {
      await act()
    } catch (error) {
      failure = stripVTControlCharacters(error instanceof Error ? error.message : String(error))
    }
  }
  const frame = async (): Promise<Frame> => {
    const picture = await takeScreenshot(stage, wide).catch(() => null)
    const recorded = await stage.page.evaluate(() => window.recordedEvents ?? []).catch(() => [])
    const trace = traced(JSON.stringify(recorded)).at(-1) ?? null
    const last = recorded.findLast((one) => one.machine === machine)
    const states = last === undefined ? null : leavesOf(last.state)
    return { count, failure, states, picture: picture && `data:image/webp;base64,${picture.toString('base64')}`, trace }
  }
  const goOn = async () => {
    const step = path.steps[count]
    if (step === undefined || failure !== null) return
    count += 1
    await attempt(async () => {
      await level.events[step.event.type]?.(stage, step)
      await level.afterStep?.(stage, step)
      await look(stage, level, step.after)
    })
  }
  await attempt(() => look(stage, level, path.start))
  return {
    frame,
    step: async () => {
      await goOn()
      return frame()
    },
    back: async () => {
      const wanted = Math.max(0, count - 1)
      await stage.context.close()
      count = 0
      failure = null
      stage = await level.open()
      await attempt(() => look(stage, level, path.start))
      while (count < wanted && failure === null) await goOn()
      return frame()
    },
    hand: async (hand) => {
      const { mouse, keyboard } = stage.page
      if ('key' in hand) await (hand.key.length === 1 ? keyboard.insertText(hand.key) : keyboard.press(hand.key))
      else await mouse.click(hand.x, hand.y)
      return frame()
    },
    close: () => stage.context.close(),
  }
}

const plans = new Map<string, Machine & { plan: Plan }>()

async function planOf({ models }: RunnerConfig, id: string): Promise<(Machine & { plan: Plan }) | undefined> {
  const known = plans.get(id)
  if (known !== undefined) return known
  const machine = (await findMachines(models)).machines.find(({ model }) => nameOf(model) === id)
  if (machine === undefined) return undefined
  const planned = { ...machine, plan: plan(machine.model) }
  plans.set(id, planned)
  return planned
}
