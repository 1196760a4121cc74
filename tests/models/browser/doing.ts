import type { Locator, Page } from 'playwright'
import type { Step } from '#tests/models/replay.ts'
import type { BrowserStage } from './stage.ts'

/** What a person has of a page: eyes and keys, neither its code nor its network. */
export type Screen = Pick<Page, 'getByRole' | 'getByLabel' | 'getByText' | 'keyboard' | 'url'>

/** What is at a person’s hand. Whoever presses what begins a call presses it twice, now and then, as people do. */
export type Hands = Pick<BrowserStage, 'place' | 'origin'> & {
  page: Screen
  press: (target: Locator) => Promise<void>
  /** What they have copied elsewhere, into the field that has the focus. */
  paste: (text: string) => Promise<void>
  back: () => Promise<void>
}

type Act<Means> = (means: Means, step: Step) => void | Promise<void>
type World = Act<BrowserStage>

/** Whose doing an event is: what a person can do is done by a person’s means, the rest is named as the world’s. */
export type Doing = { by: 'person'; first: World; act: Act<Hands>; afterwards: World } | { by: 'world'; act: World }
export type Driver = Doing | ((step: Step) => Doing)

const nothing = () => undefined

/** A person does it by hand; `first` and `afterwards` are what the world does around it. */
export function person(
  act: Act<Hands>,
  { first = nothing, afterwards = nothing }: { first?: World; afterwards?: World } = {},
): Doing {
  return { by: 'person', first, act, afterwards }
}

/** The server, a clock, another tab or another part of the app does it. */
export function world(act: World): Doing {
  return { by: 'world', act }
}

export function doingOf(driver: Driver, step: Step): Doing {
  return typeof driver === 'function' ? driver(step) : driver
}
