import { type PageMessages, pageMessages } from '#server/html/messages.ts'

/** Why a sign-in through a linked account failed. */
export type LinkedSignInFailure = { reason: keyof PageMessages['through']; name: string }

/** Encoded in the URL of the sign-in page, so that a reload shows the same message. */
export function linkedFailureQuery({ reason, name }: LinkedSignInFailure): Record<string, string> {
  return { through: name, failure: reason }
}

export function parseLinkedFailure({ through, failure }: Record<string, unknown>, names: readonly string[]) {
  const name = names.find((known) => known === through)
  return name !== undefined && isReason(failure) ? ({ kind: 'through', reason: failure, name } as const) : null
}

function isReason(value: unknown): value is LinkedSignInFailure['reason'] {
  return typeof value === 'string' && Object.hasOwn(pageMessages.ru.through, value)
}
