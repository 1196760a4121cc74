import type { Page } from 'playwright'
import type { Level, Model, TitledPath } from '#tests/model-runner/model.ts'
import { beginningsOf } from '#tests/model-runner/paths/path-cover.ts'
import { extendPath, type Path } from '#tests/model-runner/paths/replay.ts'
import type { AppUnderTest } from './app-under-test.ts'
import type { BrowserStage } from './browser-stage.ts'
import { button } from './drivers.ts'
import { assertNoViolations } from './page-assertions.ts'
import { readPage, type Situation, situationOf } from './page-snapshots.ts'
import { eventually } from './polling.ts'

/** The event of a path that presses what no event of the machine presses. */
const type = 'buttons.press'

/**
 * The presses that are left: for each enabled button that an accepted page offers and that was never pressed, the shortest
 * path to such a page. Buttons of the same page share a path; those that a press removes are left for the next call.
 */
export function pathsToUnpressedButtons(
  model: Model,
  paths: readonly Path[],
  { pageOf, pressed }: { pageOf: (situation: Situation) => string | null; pressed: ReadonlySet<string> },
): TitledPath[] {
  const known = new Set([...pressed].map(withoutSpaces))
  const starts = beginningsOf(paths).map((path) => ({ path, lines: pageOf(situationAt(path))?.split('\n') ?? [] }))
  // The dialogs; the main part of the page where the flow has no dialog.
  const isFlow = starts.some(({ lines }) => lines.some(isDialog)) ? isDialog : isMain
  const groups = new Map<Path, string[]>()
  for (const { path, lines } of starts)
    for (const name of buttonsWithin(lines, isFlow)) {
      if (known.has(withoutSpaces(name))) continue
      known.add(withoutSpaces(name))
      groups.set(path, [...(groups.get(path) ?? []), name])
    }
  return [...groups].map(([start, buttons]) => {
    const event = { type, buttons }
    return { path: extendPath(model.machine, start, event), titles: [{ event, title: 'нажаты остальные кнопки' }] }
  })
}

const isDialog = (line: string) => /^ *- (alert)?dialog\b/.test(line)
const isMain = (line: string) => /^ *- main\b/.test(line)

/** The level that plays these presses: they lead out of the states of the machine. */
export function pressingLevel(
  { finish: _, ...level }: Level<BrowserStage>,
  { app, pressed }: { app: AppUnderTest; pressed: Set<string> },
): Level<BrowserStage> {
  const done = new WeakSet<BrowserStage>()
  const states = Object.entries(level.states).map(([state, look]): [string, typeof look] => [
    state,
    (stage, snapshot) => (done.has(stage) ? undefined : look(stage, snapshot)),
  ])
  const press: Level<BrowserStage>['events'][string] = async (stage, { event: { buttons } }) => {
    done.add(stage)
    await pressButtons(stage, { buttons, app, pressed })
  }
  return { ...level, states: Object.fromEntries(states), events: { ...level.events, [type]: press } }
}

/** Presses these buttons as long as the page offers them. Each must do something that the user or the server notices. */
async function pressButtons(
  stage: BrowserStage,
  { buttons, app, pressed }: { buttons: readonly string[]; app: AppUnderTest; pressed: Set<string> },
): Promise<void> {
  const { page, network } = stage
  let choosers = 0
  page.once('filechooser', () => {
    choosers += 1
  })
  for (const [index, name] of buttons.entries()) {
    const target = button(page, name).first()
    if (index > 0 && (await target.count()) === 0) return
    pressed.add(name)
    // The field behind the button that chooses files.
    if (await page.locator('input[type=file]').and(target).count()) continue
    network.allowReads()
    const noticed = async () => {
      const requests = network.answers.length + network.violations.length + network.documents.length
      return [requests, choosers, ...(await shownAndStored(page, app))].join('\n')
    }
    // What the button before opens takes a moment and covers this one.
    const isCovered = (act: Promise<void>) =>
      act.then(
        () => false,
        (error: unknown) => {
          if (index === 0) throw error
          pressed.delete(name)
          return true
        },
      )
    // A press moves the focus to the button even if it does nothing.
    if (await isCovered(target.focus({ timeout: pressTimeout }))) return
    const [address, before] = [await addressAndLayers(page), await noticed()]
    if (await isCovered(target.click({ timeout: pressTimeout }))) return
    await eventually(
      async () => (await noticed()) !== before,
      `the button “${name}” does something`,
      pressTimeout,
    ).toBe(true)
    // A request that no path answers is what the button does.
    const requests = network.violations.filter((one) => one.endsWith(' is not expected by any step'))
    for (const one of requests) network.violations.splice(network.violations.indexOf(one), 1)
    assertNoViolations(stage)
    if (requests.length > 0 || network.documents.length > 0 || (await addressAndLayers(page)) !== address) return
  }
}

/** What is left of the buttons when another page or dialog is open. */
async function addressAndLayers(page: Page): Promise<string> {
  return `${new URL(page.url()).pathname} ${await page.locator('[role=dialog], [role=alertdialog], [role=menu]').count()}`
}

/** Milliseconds until a button that does nothing is reported. */
const pressTimeout = 5000

/** What the page shows and stores. */
function shownAndStored(page: Page, app: AppUnderTest): Promise<string[]> {
  const stored = page.evaluate(() =>
    JSON.stringify([document.activeElement?.outerHTML, document.cookie, { ...localStorage }, { ...sessionStorage }]),
  )
  return Promise.all([readPage(page, app.unsteady), stored])
}

function situationAt({ start, steps }: Path): Situation {
  return situationOf(steps.at(-1)?.after ?? start, steps.at(-1))
}

/** The names of buttons on the page and in its accessibility tree differ in spaces. */
function withoutSpaces(name: string): string {
  return name.replaceAll(/\s/g, '')
}

function buttonsWithin(lines: readonly string[], isFlow: (line: string) => boolean): string[] {
  const names: string[] = []
  let flow: number | null = null
  for (const line of lines) {
    const indent = line.search(/\S/)
    if (flow !== null && indent <= flow) flow = null
    if (flow === null && isFlow(line)) flow = indent
    const [, name, marks = ''] = /^ *- button "(.*?)"(.*)$/.exec(line) ?? []
    // An option that is chosen may keep its choice: it is pressed where another one is chosen.
    if (flow !== null && name !== undefined && !/\[(disabled|pressed)\]/.test(marks)) names.push(name)
  }
  return names
}
