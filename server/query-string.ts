import { parse } from 'qs'

const limits = { depth: 5, arrayLimit: 20, parameterLimit: 1000 }

/** The nested bracket format of S2. Beyond its array limit qs makes `a[]=` an object; it was sent as a list. */
export function parseQueryString(text: string): Record<string, unknown> {
  if (text === '') return {}
  return withLists(parse(text, limits)) as Record<string, unknown>
}

function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withLists)
  const entries = Object.entries(value).map(([key, inner]) => [key, withLists(inner)] as const)
  const isList = entries.length > limits.arrayLimit && entries.every(([key], at) => key === String(at))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
