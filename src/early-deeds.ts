/** What a person did to a painted page before there was an app to hear it; index.html notes it. */
export type EarlyDeeds = {
  /** The last button pressed. */
  pressed?: HTMLButtonElement | null
}

/**
 * Does to the page that is taken over what was done to it before, as if it were done now. React takes a page over with
 * what stands in its fields, and tells nobody that it was typed or chosen since.
 */
export function redo({ pressed }: EarlyDeeds, page: ParentNode): void {
  for (const field of page.querySelectorAll<HTMLInputElement>('input, textarea')) {
    if (field.value !== field.defaultValue) change(field, 'value', field.defaultValue, 'input')
    // The others of its group are unchecked by the radio that was chosen.
    if (field.checked !== field.defaultChecked && (field.checked || field.type !== 'radio'))
      change(field, 'checked', field.defaultChecked, 'click')
  }
  for (const select of page.querySelectorAll('select'))
    if (!select.selectedOptions[0]?.defaultSelected) select.dispatchEvent(new Event('change', { bubbles: true }))
  pressed?.click()
}

/** React compares with what it last saw set; the setter of the prototype is not seen by it. */
function change(field: HTMLInputElement, part: 'value' | 'checked', painted: unknown, event: string): void {
  const now = field[part]
  Object.assign(field, { [part]: painted })
  Reflect.set(Object.getPrototypeOf(field), part, now, field)
  field.dispatchEvent(new Event(event, { bubbles: true }))
}
