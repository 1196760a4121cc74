/** PostgreSQL cannot store U+0000 in text, nor a lone surrogate in JSON (decision 048). */
export function isValidText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** Removes the characters that cannot be stored. */
export function toValidText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** Limits the number of reported paths and their length. */
const limit = 20

type Node = { value: unknown; name: string; parent: Node | null }

/**
 * Paths such as `filter.subject.0` of texts that cannot be stored. Not recursive: the depth of the value is chosen by the
 * client.
 */
export function findInvalidText(value: unknown): string[] {
  const found: string[] = []
  const open: Node[] = [{ value, name: '', parent: null }]
  for (let node = open.pop(); node && found.length < limit; node = open.pop()) {
    const { value } = node
    if (typeof value === 'string' && !isValidText(value)) found.push(pathOf(node))
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue
    for (const [name, inner] of Object.entries(value).reverse()) {
      if (isValidText(name)) open.push({ value: inner, name, parent: node })
      else found.push(pathOf(node))
    }
  }
  return found.slice(0, limit)
}

function pathOf(node: Node): string {
  const names: string[] = []
  for (let at = node; at.parent; at = at.parent) names.push(at.name)
  return names.reverse().slice(0, limit).join('.')
}
