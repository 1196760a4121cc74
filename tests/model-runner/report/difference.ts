import { AssertionError } from 'node:assert'
import { isDeepStrictEqual } from 'node:util'

type Difference = { place: string; expected: string; seen: string }

/** Differences of two values, by their path in the value. */
export function differencesOf(expected: unknown, seen: unknown, place = ''): Difference[] {
  if (isDeepStrictEqual(expected, seen)) return []
  if (!isRecord(expected) || !isRecord(seen)) return [{ place, expected: inWords(expected), seen: inWords(seen) }]
  const keys = new Set([...Object.keys(expected), ...Object.keys(seen)])
  return [...keys].flatMap((key) => differencesOf(expected[key], seen[key], place === '' ? key : `${place}.${key}`))
}

/**
 * The message of an error. An assertion of Node that compares two values begins with the first fact that differs, so that
 * an action that does nothing reads as the missing effect.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!(error instanceof AssertionError) || !error.generatedMessage) return error.message
  const [first] = differencesOf(error.expected, error.actual)
  if (first === undefined) return error.message
  const { place, expected, seen } = first
  return `expected: ${place === '' ? expected : `${place}: ${expected}`} · seen: ${seen}\n${error.message}`
}

function inWords(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
