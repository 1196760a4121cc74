/** PostgreSQL keeps no U+0000 in a text, and in JSON no half of a surrogate pair (decision 048). */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** What is left of a text when that is taken out. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** More of them tell nobody more. */
const most = 20

/** Where in a value, as `filter.subject.0`, stands what cannot be kept. Walks without recursion: depth is a visitor's to choose. */
export function unstorableIn(value: unknown): string[] {
  const found: string[] = []
  const ahead: { path: readonly string[]; value: unknown }[] = [{ path: [], value }]
  for (let at = ahead.pop(); at && found.length < most; at = ahead.pop()) {
    const { path, value } = at
    if (typeof value === 'string' && !isStorable(value)) found.push(path.join('.'))
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue
    for (const [name, inner] of Object.entries(value).reverse()) {
      if (isStorable(name)) ahead.push({ path: [...path, name], value: inner })
      else found.push(path.join('.'))
    }
  }
  return found
}
