import type { Locator, Page } from 'playwright'

/** Does a task from the start page and returns what its answer consists of. */
export type Task = (person: Person) => Promise<Locator[]>
/** What a task costs; `windows` are heights of the window by which a person scrolls. */
type Cost = {
  presses: number
  fields: number
  words: number
  screens: number
  windows: number
  seconds: string
}

export type Person = {
  page: Page
  /** Presses a control, after scrolling to it. */
  press: (control: Locator) => Promise<void>
  /** Types words into a field that has the focus, or presses it first. */
  type: (field: Locator, text: string) => Promise<void>
  /** Chooses from a list by two presses. */
  choose: (list: Locator, option: string) => Promise<void>
}

/** Plays a task on a page that has loaded. */
export async function costOf(page: Page, run: Task): Promise<Cost> {
  const cost = { presses: 0, fields: 0, words: 0, windows: 0 }
  const passed = [new URL(page.url()).pathname]
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url())
    if (pathname !== passed.at(-1)) passed.push(pathname)
  })
  const see = async (target: Locator) => {
    await target.waitFor()
    const away = await target.evaluate(distanceToWindow)
    cost.windows += away
    if (away > 0) await target.scrollIntoViewIfNeeded()
  }
  const press = async (control: Locator) => {
    await see(control)
    await control.click()
    cost.presses += 1
  }
  const started = performance.now()
  const answers = await run({
    page,
    press,
    type: async (field, text) => {
      await field.waitFor()
      if (!(await field.evaluate((element) => element === document.activeElement))) await press(field)
      await field.fill(text)
      cost.fields += 1
      cost.words += text.split(' ').length
    },
    choose: async (list, option) => {
      await see(list)
      await list.selectOption({ label: option })
      cost.presses += 2
    },
  })
  for (const answer of answers) await see(answer)
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  return { ...cost, screens: passed.length, seconds }
}

export const main = (page: Page) => page.getByRole('main')
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
/** A link of the menu; on a phone of the bar below. */
export const link = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).first()

/** Runs in the page: by how many heights of the window an element is outside of it. */
function distanceToWindow(element: Element): number {
  const { top, bottom } = element.getBoundingClientRect()
  const height = window.innerHeight
  return Math.ceil(Math.max(0, bottom - height, -top) / height)
}
