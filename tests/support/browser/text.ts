/** The text of an element as one line; non-breaking spaces become spaces. */
export function textOf(element: Element): string {
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim()
}

/** The same with a space between its nodes, for nodes that are visually apart. */
export function spacedTextOf(element: Element): string {
  const pieces = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (pieces.nextNode()) found.push(pieces.currentNode.textContent ?? '')
  return found.join(' ').replace(/\s+/g, ' ').trim()
}
