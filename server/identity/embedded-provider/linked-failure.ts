import { type Words, words } from './words.ts'

/** Why nobody was signed in through a linked account. */
export type LinkedFailure = { reason: keyof Words['through']; name: string }

/** In the address of the sign-in page, so that reloading it says the same. */
export function failureQuery({ reason, name }: LinkedFailure): Record<string, string> {
  return { through: name, failure: reason }
}

export function failureIn({ through, failure }: Record<string, unknown>, names: readonly string[]) {
  const name = names.find((known) => known === through)
  return name !== undefined && isReason(failure) ? ({ kind: 'through', reason: failure, name } as const) : null
}

function isReason(value: unknown): value is LinkedFailure['reason'] {
  return typeof value === 'string' && Object.hasOwn(words.ru.through, value)
}
