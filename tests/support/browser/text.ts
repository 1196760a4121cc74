/** The text of an element as one line; non-breaking spaces and hyphens become usual ones. */
export function textOf(element: Element): string {
  return asOneLine(element.textContent ?? '')
}

/** The same with a space between its nodes, for nodes that are visually apart. */
export function spacedTextOf(element: Element): string {
  const pieces = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (pieces.nextNode()) found.push(pieces.currentNode.textContent ?? '')
  return asOneLine(found.join(' '))
}

function asOneLine(text: string): string {
  return text.replaceAll('\u2060-\u2060', '-').replace(/\s+/g, ' ').trim()
}
