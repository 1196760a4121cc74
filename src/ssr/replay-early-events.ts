/**
 * User events on the server-rendered page before hydration, in order, recorded by index.html: the current value of a
 * field, or no value for a pressed button.
 */
export type EarlyEvents = [target: HTMLElement, value?: string | boolean][]

/**
 * Dispatches the events again after hydration. React hydrates a field with its current value, but fires no change
 * event for what was typed before, and restores its own value at the next render.
 */
export async function replayEarlyEvents(events: EarlyEvents): Promise<void> {
  for (const [target, value] of events) {
    if (value === undefined) target.click()
    else if (typeof value === 'boolean') replayFieldChange(target, 'checked', !value, value, 'click')
    else if (target instanceof HTMLSelectElement) replayFieldChange(target, 'value', '', value, 'change')
    else replayFieldChange(target, 'value', '', value, 'input')
    await new Promise((resolve) => setTimeout(resolve, replayDelay))
  }
}

/** Milliseconds between two events, for the render that the first one causes. */
const replayDelay = 50

/**
 * React tracks values by an own property of the element: the setter of the prototype bypasses it, so the event counts
 * as a change.
 */
function replayFieldChange(
  field: HTMLElement,
  part: 'value' | 'checked',
  before: unknown,
  value: unknown,
  event: string,
): void {
  Object.assign(field, { [part]: before })
  Reflect.set(Object.getPrototypeOf(field), part, value, field)
  field.dispatchEvent(new Event(event, { bubbles: true }))
}
