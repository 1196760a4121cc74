import type { Locator, Page } from 'playwright'
import type { Step } from '#tests/model-runner/paths/replay.ts'
import type { BrowserStage } from './browser-stage.ts'

/** The part of the page that a driver of the user may use: queries, mouse and keyboard; no code, no network. */
export type PageQueries = Pick<Page, 'getByRole' | 'getByLabel' | 'getByText' | 'keyboard' | 'url'>

export function button(page: Pick<Page, 'getByRole'>, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true })
}

/** Input of the user. A press that starts a call is sometimes a double press, to find duplicate requests. */
export type UserInput = Pick<BrowserStage, 'expectedUrl' | 'origin'> & {
  page: PageQueries
  press: (target: Locator) => Promise<void>
  /** Pastes text into the focused field. */
  paste: (text: string) => Promise<void>
  back: () => Promise<void>
}

type Act<Means> = (means: Means, step: Step) => void | Promise<void>
type EnvironmentAction = Act<BrowserStage>

/** The source of an event: `user` for input through the page, `environment` for everything else. */
export type EventDriver =
  | { by: 'user'; first: EnvironmentAction; isSeen: boolean; act: Act<UserInput>; afterwards: EnvironmentAction }
  | { by: 'environment'; act: EnvironmentAction }
export type Driver = EventDriver | ((step: Step) => EventDriver)

const nothing = () => undefined

/**
 * An event of the user; `first` and `afterwards` are what happens outside the page around it. If the user sees what
 * happens first (`isSeen`), the page has a snapshot before the press too.
 */
export function byUser(
  act: Act<UserInput>,
  {
    first = nothing,
    isSeen = false,
    afterwards = nothing,
  }: { first?: EnvironmentAction; isSeen?: boolean; afterwards?: EnvironmentAction } = {},
): EventDriver {
  return { by: 'user', first, isSeen, act, afterwards }
}

/** An event of the server, a timer, another tab or another part of the app. */
export function byEnvironment(act: EnvironmentAction): EventDriver {
  return { by: 'environment', act }
}

export function eventDriverOf(driver: Driver, step: Step): EventDriver {
  return typeof driver === 'function' ? driver(step) : driver
}
