/**
 * What a person did to a painted page before there was an app to hear it, in its order; index.html notes it. Of a field
 * what stands in it now; nothing of a button that was pressed.
 */
export type EarlyDeeds = Map<HTMLElement, string | boolean | undefined>

/**
 * Does it to the page that has been taken over, as if it were done now: React takes a page over with what stands in its
 * fields, tells nobody that it was typed or chosen since, and puts back what it knows when it draws the next time.
 */
export async function redo(deeds: EarlyDeeds): Promise<void> {
  for (const [target, now] of deeds) {
    if (now === undefined) target.click()
    else if (typeof now === 'boolean') change(target, 'checked', !now, now, 'click')
    else if (target instanceof HTMLSelectElement) change(target, 'value', '', now, 'change')
    else change(target, 'value', '', now, 'input')
    await new Promise((resolve) => setTimeout(resolve, betweenDeeds))
  }
}

/** Milliseconds: nobody is quicker, and by then the page knows what came of the first. */
const betweenDeeds = 50

/** React compares with what it last saw set; the setter of the prototype is not seen by it. */
function change(field: HTMLElement, part: 'value' | 'checked', before: unknown, now: unknown, event: string): void {
  Object.assign(field, { [part]: before })
  Reflect.set(Object.getPrototypeOf(field), part, now, field)
  field.dispatchEvent(new Event(event, { bubbles: true }))
}
