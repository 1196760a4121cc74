import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/client.ts'
import { DeliveryFailure } from './channel.ts'
import type { Channels } from './channels.ts'
import { type Claim, claimDue, forgetOld, giveUp, markDelivered, putOff } from './claims.ts'
import { boundToHost, wordsOf } from './messages.ts'

const second = 1000
const hour = 3600 * second
/** How long to wait after the first, second, … try in vain; there is one try more than pauses. */
const pauses = [5, 15, 60, 300, 1800, 7200, 21_600].map((seconds) => seconds * second)
const lookEvery = second

type Options = {
  database: Database
  channels: Channels
  /** The host of our pages. */
  host: string
  clock: () => Date
  log: FastifyBaseLogger
}

/** Takes queued messages to their channels. Any number of servers may have one: each message is claimed by one of them. */
export function createCourier({ database, channels, host, clock, log }: Options) {
  /** Tries the messages that have waited longest; how many they were. */
  async function deliverDue(): Promise<number> {
    const claims = await claimDue(database, clock())
    await Promise.all(claims.map(deliver))
    return claims.length
  }

  async function deliver(claim: Claim): Promise<void> {
    const { id, kind, tries } = claim
    const failure = await send(claim).then(() => null, failureOf)
    if (failure === null) return markDelivered(database, claim, clock())
    const wait = failure.isFinal ? undefined : pauses[tries - 1]
    const about = { delivery: id, kind, channel: claim.channel, tries, err: failure }
    log.warn(about, wait === undefined ? 'a message was given up' : 'a message waits for another try')
    if (wait === undefined) await giveUp(database, claim, failure.message)
    else await putOff(database, claim, new Date(clock().getTime() + wait))
  }

  async function send({ id, kind, channel, target, language, values, expiresAt }: Claim): Promise<void> {
    if (expiresAt && expiresAt <= clock()) throw new DeliveryFailure('too late', { isFinal: true })
    const words = wordsOf(kind, language, values ?? {})
    if (!words) throw new DeliveryFailure('a kind of message that this release does not know', { isFinal: true })
    const { subject } = words
    const code = channel === 'phone' ? values?.code : undefined
    const text = code === undefined ? words.text : boundToHost(words.text, code, host)
    await channels[channel]({ id, target, language, subject, text })
  }

  return { deliverDue }
}

function failureOf(error: unknown): DeliveryFailure {
  if (error instanceof DeliveryFailure) return error
  return new DeliveryFailure('an unforeseen failure', { isFinal: false, cause: error })
}

/** Looks for messages every second until it is stopped; what is under way is finished first. */
export function startCourier(options: Options): { stop(): Promise<void> } {
  const { database, clock, log } = options
  const courier = createCourier(options)
  const stopping = new AbortController()
  let forgottenAt = Number.NEGATIVE_INFINITY
  const running = run()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const isIdle = await round().catch((error: unknown) => {
        log.warn({ err: error }, 'messages wait: the queue does not answer')
        return true
      })
      if (isIdle) await pause(lookEvery, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }

  async function round(): Promise<boolean> {
    const count = await courier.deliverDue()
    const now = clock()
    if (now.getTime() - forgottenAt >= hour) {
      await forgetOld(database, now)
      forgottenAt = now.getTime()
    }
    return count === 0
  }

  return {
    stop() {
      stopping.abort()
      return running
    },
  }
}
