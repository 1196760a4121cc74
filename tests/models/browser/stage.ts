import type { BrowserContext, Locator, Page } from 'playwright'
import type { Step } from '#tests/models/replay.ts'
import type { NetworkEdge } from './network-edge.ts'
import { eventually, soon } from './patience.ts'
import type { Sight } from './watch.ts'

/** The real app in a browser of its own: no cookie, no cache, no tab of another path. */
export type BrowserStage = {
  context: BrowserContext
  page: Page
  edge: NetworkEdge
  origin: string
  /** Path and search where the page should stand now, where a path of events moves it. */
  place: string
  /** The document that should replace the page; a reload of the page unless a path says otherwise. */
  destination: string | null
  /** What was to be seen before the last event, and whose doing it was; null before the first. */
  seen: Sight | null
  last: { step: Step; by: 'person' | 'world' } | null
  /** The whole address before the last event. */
  from: string
  /** Whether the person presses twice this time. */
  isHasty: boolean
  /** Whether the person went back by the browser’s own button. */
  wentBack: boolean
  press: (target: Locator) => Promise<void>
  paste: (text: string) => Promise<void>
  back: () => Promise<void>
}

/** A page without a frame is known by its heading. */
export async function standsAt({ page, place }: BrowserStage): Promise<void> {
  const title = frameless[pathIn(place)]
  if (title !== undefined) await soon(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

export function hasFrame({ place }: BrowserStage): boolean {
  return !(pathIn(place) in frameless)
}

const pathIn = (place: string) => place.split('?')[0] ?? place

const frameless: Record<string, string> = {
  '/403': 'Доступ запрещён',
  '/500': 'Внутренняя ошибка сервера',
}

/** The page has asked for the document that should replace it. */
export async function isLeaving({ edge, origin, place, destination }: BrowserStage): Promise<void> {
  const wanted = destination ?? origin + place
  await eventually(() => edge.documents.at(-1)?.startsWith(wanted) ?? false, `the page leaves for ${wanted}`).toBe(true)
}
