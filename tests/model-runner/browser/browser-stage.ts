import type { BrowserContext, Locator, Page } from 'playwright'
import type { Step } from '#tests/model-runner/paths/replay.ts'
import type { Sight } from './page-observer.ts'
import { eventually, soon } from './polling.ts'
import type { NetworkEdge } from './scripted-network.ts'

/** The real app in an isolated browser context: no cookies, cache or tabs of another path. */
export type BrowserStage = {
  context: BrowserContext
  page: Page
  edge: NetworkEdge
  origin: string
  /** Expected path and search of the page, if events of the path change the URL. */
  place: string
  /** The expected document request that replaces the page; a reload by default. */
  destination: string | null
  /** What the page showed before the last event, and who caused it; null before the first event. */
  seen: Sight | null
  last: { step: Step; by: 'person' | 'world' } | null
  /** The full URL before the last event. */
  from: string
  /** Whether the user presses twice at this step. */
  isHasty: boolean
  /** Whether the user went back with the browser’s button. */
  wentBack: boolean
  press: (target: Locator) => Promise<void>
  paste: (text: string) => Promise<void>
  back: () => Promise<void>
}

/** A page without the app shell is identified by its heading. */
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

/** Waits until the page has requested the document that replaces it. */
export async function isLeaving({ edge, origin, place, destination }: BrowserStage): Promise<void> {
  const wanted = destination ?? origin + place
  await eventually(() => edge.documents.at(-1)?.startsWith(wanted) ?? false, `the page leaves for ${wanted}`).toBe(true)
}
