/** PostgreSQL keeps no U+0000 in a text, and in JSON no half of a surrogate pair (decision 048). */
export function isValidText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** What is left of a text when that is taken out. */
export function toValidText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** More places, or more of the way to one, tell nobody more. */
const most = 20

type Place = { value: unknown; name: string; within: Place | null }

/** Where in a value, as `filter.subject.0`, stands what cannot be kept. How deep and how wide it is was a visitor's choice. */
export function findInvalidText(value: unknown): string[] {
  const found: string[] = []
  const ahead: Place[] = [{ value, name: '', within: null }]
  for (let place = ahead.pop(); place && found.length < most; place = ahead.pop()) {
    const { value } = place
    if (typeof value === 'string' && !isValidText(value)) found.push(pathOf(place))
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue
    for (const [name, inner] of Object.entries(value).reverse()) {
      if (isValidText(name)) ahead.push({ value: inner, name, within: place })
      else found.push(pathOf(place))
    }
  }
  return found.slice(0, most)
}

function pathOf(place: Place): string {
  const names: string[] = []
  for (let at = place; at.within; at = at.within) names.push(at.name)
  return names.reverse().slice(0, most).join('.')
}
