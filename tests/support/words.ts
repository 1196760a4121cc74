/** The words of an element as one line; spaces that do not break are spaces here. */
export function wordsOf(element: Element): string {
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim()
}
