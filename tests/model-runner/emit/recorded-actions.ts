import type { Locator } from 'playwright'
import type { AppUnderTest } from '#tests/model-runner/browser/app-under-test.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'

/** Actions of a user on a locator that an emitted spec can repeat. */
const locatorActions = [
  'check',
  'clear',
  'click',
  'dblclick',
  'fill',
  'focus',
  'hover',
  'press',
  'pressSequentially',
  'selectOption',
  'setChecked',
  'setInputFiles',
  'uncheck',
] as const
const keyboardActions = ['insertText', 'press', 'type'] as const
/** What a driver may do with a page and what has no line in a spec. */
const otherActions = ['close', 'goto', 'reload', 'route', 'setContent'] as const

type Act = (...args: unknown[]) => Promise<unknown>
export type Recorder = { lines: string[]; unsupported: string[]; stop: () => void }

/**
 * Records as lines of code what drivers do with the page of a stage. `unsupported` are actions outside of the page,
 * such as those of another tab. All pages of the process are observed, so one path is recorded at a time.
 */
export function recordActions(stage: BrowserStage, { keepReads, freshReads }: AppUnderTest): Recorder {
  const { page } = stage
  const lines: string[] = []
  const unsupported: string[] = []
  const restore: (() => void)[] = []
  /** One action may call another one, such as `setChecked`. */
  let isNested = false
  const patch = (
    target: object,
    names: readonly string[],
    note: (self: unknown, name: string, args: unknown[]) => void,
  ) => {
    const methods = target as Record<string, Act>
    for (const name of names) {
      const original = methods[name]
      if (original === undefined) continue
      methods[name] = function (this: unknown, ...args) {
        if (!stage.isActing || isNested) return original.apply(this, args)
        note(this, name, args)
        isNested = true
        try {
          return original.apply(this, args)
        } finally {
          isNested = false
        }
      }
      restore.push(() => {
        methods[name] = original
      })
    }
  }
  const prototypeOf = (value: object) => Object.getPrototypeOf(value) as object
  const locators = prototypeOf(page.locator('body'))
  patch(locators, locatorActions, (locator, name, args) =>
    lines.push(`await page.${(locator as Locator).toString()}.${name}(${written(args)})`),
  )
  // An assertion of a driver that waits for the focus: the keyboard would type into nothing without it.
  patch(locators, ['_expect'], (locator, _, [expression]) => {
    if (expression === 'to.be.focused')
      lines.push(`await expect(page.${(locator as Locator).toString()}).toBeFocused()`)
  })
  patch(prototypeOf(page.keyboard), keyboardActions, (_, name, args) => {
    lines.push(`await page.keyboard.${name}(${written(args)})`)
  })
  patch(prototypeOf(page), ['goBack', 'goForward'], (_, name, args) =>
    lines.push(`await page.${name}(${written(args)})`),
  )
  patch(prototypeOf(page), ['evaluate'], (_: unknown, _name, [script, argument]) => {
    const text = String(script)
    if (text.includes('window.passTime(')) lines.push(`await page.clock.fastForward(${written([argument])})`)
    else if (script === keepReads || script === freshReads || /navigator\.clipboard|window\.pageLog/.test(text)) return
    else if (text.includes('window.pushBrowser')) unsupported.push('a browser that the driver has replaced')
    else
      lines.push(
        `await page.evaluate(${[text.replaceAll(/ {2,}/g, ' '), ...(argument === undefined ? [] : [written([argument])])].join(', ')})`,
      )
  })
  patch(prototypeOf(page), otherActions, (_, name) => void unsupported.push(`page.${name}`))
  patch(prototypeOf(page.context()), ['addCookies', 'clearCookies', 'newPage'], (_, name) => {
    unsupported.push(`context.${name}`)
  })
  const { paste } = stage
  stage.paste = async (text) => {
    lines.push(`await page.keyboard.insertText(${written([text])})`)
    stage.isActing = false
    await paste(text)
    stage.isActing = true
  }
  const stop = () => {
    for (const undo of restore) undo()
  }
  return { lines, unsupported, stop }
}

function written(args: readonly unknown[]): string {
  return args
    .filter((one) => one !== undefined)
    .map((one) => JSON.stringify(one))
    .join(', ')
}
