import type { BrowserContext, Locator, Page } from 'playwright'
import type { Step } from '#tests/model-runner/paths/replay.ts'
import type { PageSnapshot } from './page-observer.ts'
import { eventually } from './polling.ts'
import type { ScriptedNetwork } from './scripted-network.ts'

/** The real app in an isolated browser context: no cookies, cache or tabs of another path. */
export type BrowserStage = {
  context: BrowserContext
  page: Page
  network: ScriptedNetwork
  origin: string
  /** Expected path and search of the page, if events of the path change the URL. */
  expectedUrl: string
  /** The expected document request that replaces the page; a reload by default. */
  destination: string | null
  /** What the page showed before the last event, and who caused it; null before the first event. */
  shownBefore: PageSnapshot | null
  last: { step: Step; by: 'user' | 'environment' } | null
  /** The full URL before the last event. */
  from: string
  /** The full URL of the history entry before that one; null without one. */
  cameFrom: string | null
  /** The full URL of the last step that the flow itself has shown. */
  opened: string | null
  /** Whether the user presses twice at this step. */
  pressesTwice: boolean
  /** Whether the user went back with the browser’s button. */
  wentBack: boolean
  press: (target: Locator) => Promise<void>
  paste: (text: string) => Promise<void>
  back: () => Promise<void>
}

/** Waits until the page has requested the document that replaces it. */
export async function assertLeaving({ network, origin, expectedUrl, destination }: BrowserStage): Promise<void> {
  const wanted = destination ?? origin + expectedUrl
  await eventually(() => network.documents.at(-1)?.startsWith(wanted) ?? false, `the page leaves for ${wanted}`).toBe(
    true,
  )
}
