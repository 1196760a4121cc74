/**
 * Keeps the app working under page translators, which put `<font>` elements around or in place of the text nodes that
 * React holds (facebook/react#11538): removing such a node or inserting before it would throw and end the page, and a
 * changed text would stay invisible.
 *
 * A node that the translator has replaced is represented by what stands in its place. A changed text replaces its
 * translation, and the translator translates it again. A text that a translator has joined from several nodes cannot be
 * divided: it disappears with the first of them.
 */
export function tolerateTranslators({ Node, MutationObserver, document }: Window & typeof globalThis): void {
  const { removeChild, insertBefore, appendChild } = Node.prototype
  const { set: setNodeValue, ...nodeValue } = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue') ?? {}
  /** Removed text nodes, and the elements in their places. */
  const translations = new WeakMap<Node, Element>()
  const observer = new MutationObserver(note)
  observer.observe(document, { childList: true, subtree: true })

  function note(records: readonly MutationRecord[]): void {
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]))
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      const [text] = removedNodes
      if (removedNodes.length !== 1 || text?.nodeType !== Node.TEXT_NODE || text.parentNode !== null) continue
      const neighbours = [previousSibling, nextSibling].filter((node) => node !== null && added.has(node))
      const translation = [...addedNodes, ...neighbours].find((node) => node !== null && isOfTranslator(node))
      if (translation) translations.set(text, translation as Element)
    }
  }

  /** The element in place of a text node that a translator has taken out. */
  function translationOf(node: Node): Element | undefined {
    if (node.parentNode !== null) return undefined
    note(observer.takeRecords())
    return translations.get(node)
  }

  /** The child of `parent` that contains the node or stands in its place; null if there is none any more. */
  function standingFor(node: Node, parent: Node): Node | null {
    let standing: Node | null = translationOf(node) ?? node
    while (standing !== null && standing.parentNode !== parent) standing = standing.parentNode
    return standing
  }

  /** Before React moves a text node, so that its translation does not stay behind. */
  function dropTranslation(node: Node): void {
    translationOf(node)?.remove()
    translations.delete(node)
  }

  Object.assign(Node.prototype, {
    removeChild(this: Node, child: Node) {
      const standing = child.parentNode === this ? child : standingFor(child, this)
      if (standing !== null) removeChild.call(this, standing)
      return child
    },
    insertBefore(this: Node, node: Node, before: Node | null) {
      dropTranslation(node)
      const standing = before === null || before.parentNode === this ? before : standingFor(before, this)
      return insertBefore.call(this, node, standing)
    },
    appendChild(this: Node, node: Node) {
      dropTranslation(node)
      return appendChild.call(this, node)
    },
  })
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      translationOf(this)?.replaceWith(this)
      translations.delete(this)
      setNodeValue?.call(this, value)
    },
  })
}

/** Chrome and Edge insert `font`, Yandex Browser `ya-tr-span`. */
function isOfTranslator({ nodeName }: Node): boolean {
  return nodeName === 'FONT' || nodeName.includes('-')
}
