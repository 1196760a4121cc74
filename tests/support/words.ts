/** The words of an element as one line; spaces that do not break are spaces here. */
export function wordsOf(element: Element): string {
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim()
}

/** The same with a space between its pieces, for where they stand apart without one. */
export function piecesOf(element: Element): string {
  const pieces = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (pieces.nextNode()) found.push(pieces.currentNode.textContent ?? '')
  return found.join(' ').replace(/\s+/g, ' ').trim()
}
