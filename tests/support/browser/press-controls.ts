import { setTimeout as pause } from 'node:timers/promises'
import type { Page, Request } from 'playwright/test'
import { changeStreamPath } from '#contract/change-stream.ts'

type Pressing = {
  /** Opens the screen in a new page; `isLeft` if a control has replaced the document, as the end of the session does. */
  open: (isLeft: boolean) => Promise<Page>
  /** The text that a broken page shows. */
  failure: string
  /** Every control, or one of each kind: links of one style, others alike in style and in the first word of their name. */
  which: 'every' | 'kinds'
  /** The controls of the frame of the page too: header, menu and footer. */
  withFrame: boolean
}

/** A screen with more controls is refused: the rest would never be pressed. */
const maxPresses = 1_500

/**
 * Presses the controls of a screen one after the other, and one of each kind in what they open: a dialog, a menu. Fields
 * get a letter, selections the next option. A control that leads away is followed by the way back. `pressed` gets the
 * name of each control before its effect is seen.
 */
export async function pressControls({ open, ...how }: Pressing, pressed: string[]): Promise<void> {
  const done: string[] = []
  let page = await open(false)
  let idle = watchRequests(page)
  const inPage = <Result, Argument>(run: (argument: Argument) => Result, argument: Argument) =>
    page.evaluate(run as never, argument).catch(() => 'left' as const) as Promise<Result | 'left'>
  let start = page.url()
  let isJustOpened = true
  for (;;) {
    const outcome = await inPage(pressNext, { done, start, ...how })
    // The screen itself may be a layer, as an opened dialog is.
    if (outcome === 'done' || (outcome === 'close' && isJustOpened)) return
    isJustOpened = false
    if (outcome === 'broken') throw new Error(`The page broke after ${pressed.at(-1)}`)
    if (typeof outcome === 'object') {
      done.push(outcome.key)
      pressed.push(outcome.name)
    }
    if (done.length > maxPresses) throw new Error(`The screen has more than ${maxPresses} controls`)
    if (outcome === 'close') await page.keyboard.press('Escape')
    await idle()
    let shown = await inPage(whatIsShown, start)
    if (shown === 'elsewhere') {
      await inPage(() => window.history.back(), undefined)
      await idle()
      shown = await inPage(whatIsShown, start)
    }
    if (shown === 'screen' || (shown === 'layer' && outcome !== 'close')) continue
    // A page that is on its way elsewhere would interrupt a navigation of its own.
    await page.close()
    page = await open(shown === 'left' || outcome === 'left')
    idle = watchRequests(page)
    start = page.url()
    isJustOpened = true
  }
}

/** In the page: presses the first control that was not pressed; `close` if a layer over the page has no other one. */
function pressNext({
  done,
  start,
  failure,
  which,
  withFrame,
}: Pick<Pressing, 'failure' | 'which' | 'withFrame'> & { done: readonly string[]; start: string }):
  | { key: string; name: string }
  | 'broken'
  | 'close'
  | 'done'
  | 'elsewhere' {
  if (document.body.textContent?.includes(failure)) return 'broken'
  const controls =
    'a[href], button, summary, input, select, textarea, [role=button], [role=radio], [role=checkbox], [role=switch], ' +
    '[role=tab], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=option], [contenteditable=true]'
  const layers = [
    ...document.querySelectorAll<HTMLElement>(
      '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-radix-popper-content-wrapper]',
    ),
  ].filter((layer) => layer.checkVisibility() && layer.closest('main') === null)
  const layer = layers.at(-1)
  if (!layer && location.href !== start) return 'elsewhere'
  const scope: ParentNode = layer ?? (withFrame ? document.body : (document.querySelector('main') ?? document.body))
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 60)
  const kindOf = (element: Element) =>
    [
      element.localName,
      element.getAttribute('role'),
      element.className,
      element.localName === 'a' ? '' : /^[^\s\d]*/.exec(nameOf(element))?.[0],
    ].join(' ')
  const isDone = new Set(done)
  const seen = new Map<string, number>()
  for (const control of scope.querySelectorAll<HTMLElement>(controls)) {
    const base =
      layer || which === 'kinds'
        ? `${layer ? `in ${layer.getAttribute('role') ?? 'popover'}: ` : ''}${kindOf(control)}`
        : `${control.localName} ${nameOf(control)}`
    const number = (seen.get(base) ?? 0) + 1
    seen.set(base, number)
    const key = layer || which === 'kinds' ? base : `${base} ${number}`
    if (isDone.has(key)) continue
    if (!control.checkVisibility() || control.closest('[inert], [aria-hidden=true]')) continue
    if (control.matches(':disabled, [aria-disabled=true], [type=file]')) continue
    document.documentElement.dataset.pressed = ''
    press(control)
    return { key, name: `${layer ? 'in a layer: ' : ''}${control.localName} “${nameOf(control)}”` }
  }
  return layer ? 'close' : 'done'

  function press(control: HTMLElement): void {
    control.scrollIntoView({ block: 'center' })
    control.focus()
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup'])
      control.dispatchEvent(
        new (type.startsWith('pointer') ? PointerEvent : MouseEvent)(type, {
          bubbles: true,
          cancelable: true,
          button: 0,
          pointerType: 'mouse',
        } as PointerEventInit),
      )
    if (control.isConnected) control.click()
    if (control instanceof HTMLSelectElement) change(control, control.options[control.selectedIndex + 1]?.value)
    const isText = control.matches('textarea, input:not([type=checkbox], [type=radio], [type=range], [type=color])')
    if (isText) change(control as HTMLInputElement, control.matches('[type=date]') ? '2026-12-01' : 'ф')
  }

  /** As React sees a change. */
  function change(field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, value = ''): void {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

/** In the page: the screen, a layer over it, or another screen; `left` if the document was replaced. */
function whatIsShown(start: string): 'layer' | 'elsewhere' | 'screen' | 'left' {
  if (document.documentElement.dataset.pressed === undefined) return 'left'
  const layer = document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')
  if (layer?.checkVisibility() && layer.closest('main') === null) return 'layer'
  return location.href === start ? 'screen' : 'elsewhere'
}

/** Waits until the page has no call under way, at most two seconds. */
function watchRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>()
  const end = (request: Request) => pending.delete(request)
  page
    .on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/') && !pathname.endsWith(changeStreamPath)) pending.add(request)
    })
    .on('requestfinished', end)
    .on('requestfailed', end)
  return async () => {
    const until = performance.now() + 2_000
    do await pause(15)
    while (pending.size > 0 && performance.now() < until)
  }
}
