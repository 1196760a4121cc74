import type { Locale } from '#contract/enumerations.ts'

export type Message = {
  /** The same at every try, for whoever must tell a repetition from a new message. */
  id: string
  target: string
  language: Locale
  subject: string
  text: string
}

/** Hands a message on, or throws; what is no `DeliveryFailure` is worth another try. */
export type Channel = (message: Message) => Promise<void>

/** Why a message did not go out, in words that may be logged: neither the target nor the text is in them. */
export class DeliveryFailure extends Error {
  /** Another try would end the same way. */
  readonly isFinal: boolean

  constructor(reason: string, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super(reason, { cause })
    this.name = 'DeliveryFailure'
    this.isFinal = isFinal
  }
}

/** Milliseconds to wait for a server that takes messages: less than the patience of a stop. */
export const sendTimeoutMs = 8_000
