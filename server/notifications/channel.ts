import type { Locale } from '#contract/enumerations.ts'

/** A PDF. */
export type Attachment = { fileName: string; content: Buffer }

export type RenderedMessage = {
  /** The same at every attempt, so that receivers can detect repetitions. */
  id: string
  target: string
  language: Locale
  subject: string
  text: string
  /** Of an email. */
  html?: string
  attachments?: readonly Attachment[]
  /** A PNG, which the HTML shows by its content id. */
  logo?: Buffer | null
  /** Stops such emails by one press (RFC 8058). */
  unsubscribe?: string | null
}

/** Sends a message. Every error is repeated, except a final `DeliveryFailure`. */
export type Channel = (message: RenderedMessage) => Promise<void>

/** A failure to send, with a reason that may be logged: it contains neither the target nor the text. */
export class DeliveryFailure extends Error {
  /** A repetition would fail too. */
  readonly isFinal: boolean
  /** The address does not exist, or takes no mail; the push subscription has ended. */
  readonly isOfAddress: boolean

  constructor(
    reason: string,
    { isFinal, isOfAddress = false, cause }: { isFinal: boolean; isOfAddress?: boolean; cause?: unknown },
  ) {
    super(reason, { cause })
    this.name = 'DeliveryFailure'
    this.isFinal = isFinal
    this.isOfAddress = isOfAddress
  }
}

/** Milliseconds to wait for a mail or SMS server; shorter than the timeout of a shutdown. */
export const sendTimeoutMs = 8_000
