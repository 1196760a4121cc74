import { createHash } from 'node:crypto'
import type { AnyEventObject } from 'xstate'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import type { Level } from '#tests/model-runner/model.ts'
import type { Path } from '#tests/model-runner/paths/replay.ts'

/** Screenshots of the browser by the events before them. */
export type Screenshots = {
  pictures: Map<string, Buffer>
  /** Paths with the same beginning share its screenshots. */
  keyOf: (machine: string, events: readonly AnyEventObject[], isFailure?: boolean) => string
}

/** Wide enough for readable headings and buttons, small enough for hundreds of screenshots in one file. */
const width = 720

export function createScreenshots(): Screenshots {
  return {
    pictures: new Map(),
    keyOf: (machine, events, isFailure = false) => {
      const digest = createHash('sha256').update(JSON.stringify([machine, events, isFailure]))
      return digest.digest('hex').slice(0, 12)
    },
  }
}

/**
 * The same level with a screenshot after every asserted state of `paths` or of a path with the same beginning, and
 * after the failed step of a path.
 */
export function withScreenshots(
  level: Level<BrowserStage>,
  { machine, screenshots, paths }: { machine: string; screenshots: Screenshots; paths: readonly Path[] },
): Level<BrowserStage> {
  const wanted = new Set(
    paths.flatMap(({ steps }) => {
      const events = steps.map(({ event }) => event)
      return [[], ...events.map((_, index) => events.slice(0, index + 1))].map((some) =>
        screenshots.keyOf(machine, some),
      )
    }),
  )
  const past = new WeakMap<BrowserStage, AnyEventObject[]>()
  const take = async (stage: BrowserStage, key: string) => {
    if (screenshots.pictures.has(key)) return
    const picture = await takeScreenshot(stage).catch(() => null)
    // A failed screenshot of a page that is being replaced does not fail the path.
    if (picture !== null) screenshots.pictures.set(key, picture)
  }
  return {
    ...level,
    events: mapped(level.events, (act) => async (stage, step) => {
      past.set(stage, [...(past.get(stage) ?? []), step.event])
      await act(stage, step)
    }),
    states: mapped(level.states, (look) => async (stage, snapshot) => {
      await look(stage, snapshot)
      const key = screenshots.keyOf(machine, past.get(stage) ?? [])
      if (wanted.has(key)) await take(stage, key)
    }),
    describe: async (stage) => {
      await take(stage, screenshots.keyOf(machine, past.get(stage) ?? [], true))
      return (await level.describe?.(stage)) ?? ''
    },
  }
}

/** Chromium scales the screenshot: scaling afterwards would take twice the time, for hundreds of screenshots. */
export async function takeScreenshot({ page }: Pick<BrowserStage, 'page'>, wide = width): Promise<Buffer> {
  const { width: seen, height } = page.viewportSize() ?? { width: wide, height: wide }
  const chromium = await page.context().newCDPSession(page)
  try {
    // The clip is relative to the top of the page, independent of the scroll position.
    const { cssVisualViewport } = await chromium.send('Page.getLayoutMetrics')
    const { pageX: x, pageY: y } = cssVisualViewport
    const clip = { x, y, width: seen, height, scale: Math.min(1, wide / seen) }
    const taken = chromium.send('Page.captureScreenshot', { format: 'webp', quality: 55, optimizeForSpeed: true, clip })
    const { data } = await Promise.race([taken, tooLate()])
    return Buffer.from(data, 'base64')
  } finally {
    await chromium.detach()
  }
}

function tooLate(): Promise<never> {
  return new Promise((_, fail) => setTimeout(() => fail(new Error('the page could not be photographed')), 5000).unref())
}

function mapped<Value>(record: Record<string, Value>, map: (value: Value) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}
