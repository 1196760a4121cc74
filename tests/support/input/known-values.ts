import type { Known } from './valid.ts'
import { kindOf } from './valid.ts'

/** More values of a kind add no coverage. */
const maxValues = 200

/** Collects the values of responses, so that requests can refer to existing objects. */
export function createKnownValues() {
  const known = new Map<string, string[]>()

  function keep(kind: string, value: string): void {
    const values = known.get(kind) ?? []
    if (values.length < maxValues && !values.includes(value)) known.set(kind, [...values, value])
  }

  function learn(value: unknown, name = 'any'): void {
    if (typeof value === 'number') keep(name, String(value))
    else if (typeof value === 'string') {
      keep(kindOf(name), value)
      if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) keep('any', value)
    } else if (Array.isArray(value)) {
      for (const one of value) learn(one, name)
    } else if (typeof value === 'object' && value !== null) {
      for (const [inner, one] of Object.entries(value)) learn(one, inner)
    }
  }

  return { known: known as Known, learn: (value: unknown) => learn(value) }
}
