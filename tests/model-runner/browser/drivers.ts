import type { Locator, Page } from 'playwright'
import type { Step } from '#tests/model-runner/paths/replay.ts'
import type { BrowserStage } from './browser-stage.ts'

/** The part of the page that a driver of the user may use: queries, mouse and keyboard; no code, no network. */
export type Screen = Pick<Page, 'getByRole' | 'getByLabel' | 'getByText' | 'keyboard' | 'url'>

/** Input of the user. A press that starts a call is sometimes a double press, to find duplicate requests. */
export type Hands = Pick<BrowserStage, 'place' | 'origin'> & {
  page: Screen
  press: (target: Locator) => Promise<void>
  /** Pastes text into the focused field. */
  paste: (text: string) => Promise<void>
  back: () => Promise<void>
}

type Act<Means> = (means: Means, step: Step) => void | Promise<void>
type World = Act<BrowserStage>

/** The source of an event: `person` for user input through the page, `world` for everything else. */
export type Doing = { by: 'person'; first: World; act: Act<Hands>; afterwards: World } | { by: 'world'; act: World }
export type Driver = Doing | ((step: Step) => Doing)

const nothing = () => undefined

/** An event of the user; `first` and `afterwards` are what happens outside the page around it. */
export function person(
  act: Act<Hands>,
  { first = nothing, afterwards = nothing }: { first?: World; afterwards?: World } = {},
): Doing {
  return { by: 'person', first, act, afterwards }
}

/** An event of the server, a timer, another tab or another part of the app. */
export function world(act: World): Doing {
  return { by: 'world', act }
}

export function doingOf(driver: Driver, step: Step): Doing {
  return typeof driver === 'function' ? driver(step) : driver
}
