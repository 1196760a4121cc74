/**
 * `ref` of an element that may be removed while it has the focus, such as a button whose action succeeds: the focus moves
 * to the nearest element around it that stays and has `tabIndex={-1}`; the content of every page and dialog has it.
 */
export function passFocusUp(element: HTMLElement | null) {
  return () => {
    if (element?.contains(document.activeElement))
      element.parentElement?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
  }
}

/** `ref` of an element that is shown later in the place of a removed one: takes the focus from the element around it. */
export function takeFocusDown(element: HTMLElement | null) {
  const focused = document.activeElement
  if (element && focused !== document.body && focused?.contains(element)) element.focus({ preventScroll: true })
}

/** `ref` of what stands in the place of a pressed button that is gone, with `tabIndex={-1}`: takes the focus, seen from its top. */
export function takeFocusAtTop(element: HTMLElement | null) {
  element?.focus()
  element?.scrollIntoView({ block: 'start' })
}
