import { createHash } from 'node:crypto'
import type { AnyEventObject } from 'xstate'
import type { BrowserStage } from '#tests/models/browser/stage.ts'
import type { Level } from '#tests/models/model.ts'
import type { Path } from '#tests/models/replay.ts'

/** Pictures of what was seen in the browser, by what had happened there. */
export type Album = {
  pictures: Map<string, Buffer>
  /** Paths that begin alike share the pictures of their beginning. */
  keyOf: (machine: string, events: readonly AnyEventObject[], isFailure?: boolean) => string
}

/** Wide enough to read headings and buttons in, small enough for hundreds of them in one file. */
const width = 720

export function openAlbum(): Album {
  return {
    pictures: new Map(),
    keyOf: (machine, events, isFailure = false) => {
      const digest = createHash('sha256').update(JSON.stringify([machine, events, isFailure]))
      return digest.digest('hex').slice(0, 12)
    },
  }
}

/**
 * The same level, with a picture after every state that was looked at on `paths`, or on a path that begins alike, and of
 * whatever a path fails at.
 */
export function pictured(
  level: Level<BrowserStage>,
  { machine, album, paths }: { machine: string; album: Album; paths: readonly Path[] },
): Level<BrowserStage> {
  const wanted = new Set(
    paths.flatMap(({ steps }) => {
      const events = steps.map(({ event }) => event)
      return [[], ...events.map((_, index) => events.slice(0, index + 1))].map((some) => album.keyOf(machine, some))
    }),
  )
  const past = new WeakMap<BrowserStage, AnyEventObject[]>()
  const take = async (stage: BrowserStage, key: string) => {
    if (album.pictures.has(key)) return
    const picture = await photograph(stage).catch(() => null)
    // A page that cannot be photographed, because it is just being replaced, is no failure of its path.
    if (picture !== null) album.pictures.set(key, picture)
  }
  return {
    ...level,
    events: mapped(level.events, (act) => async (stage, step) => {
      past.set(stage, [...(past.get(stage) ?? []), step.event])
      await act(stage, step)
    }),
    states: mapped(level.states, (look) => async (stage, snapshot) => {
      await look(stage, snapshot)
      const key = album.keyOf(machine, past.get(stage) ?? [])
      if (wanted.has(key)) await take(stage, key)
    }),
    describe: async (stage) => {
      await take(stage, album.keyOf(machine, past.get(stage) ?? [], true))
      return (await level.describe?.(stage)) ?? ''
    },
  }
}

/** By Chromium itself, already small: the desk takes hundreds, and a picture made smaller afterwards costs twice the time. */
export async function photograph({ page }: Pick<BrowserStage, 'page'>, wide = width): Promise<Buffer> {
  const { width: seen, height } = page.viewportSize() ?? { width: wide, height: wide }
  const chromium = await page.context().newCDPSession(page)
  try {
    // What is cut out is counted from the top of the page, however far it is scrolled.
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
