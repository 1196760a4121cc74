import webPush from 'web-push'
import type { PushMessage } from '#contract/notifications.ts'
import { postToPublicAddress } from '#server/http/public-address.ts'
import { DeliveryFailure, sendTimeoutMs } from './channel.ts'
import type { PushTarget } from './push-subscriptions.ts'
import type { VapidKeys } from './vapid-keys.ts'

type Push = {
  to: PushTarget
  message: PushMessage
  /** Seconds for which the push service keeps it for a browser that is off. */
  ttl: number
  urgency: 'normal' | 'high'
}

/** Sends a push notification. Every error is repeated, except a final `DeliveryFailure`. */
export type PushChannel = (push: Push) => Promise<void>

type PushOptions = {
  keys: () => Promise<VapidKeys>
  /** Whom the push service may ask: an address of the school. */
  contact: string
  /** Endpoints may be on this machine and in local networks. */
  allowPrivate: boolean
}

/** Encrypts (RFC 8291), signs (RFC 8292) and posts to the push service of a browser. Redirects are not followed. */
export function createPushChannel({ keys, contact, allowPrivate }: PushOptions): PushChannel {
  return async ({ to, message, ttl, urgency }) => {
    const subscription = { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } }
    const vapidDetails = { subject: contact, ...(await keys()) }
    const options = { vapidDetails, TTL: ttl, urgency, contentEncoding: 'aes128gcm' } as const
    const { headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(message), options)
    const post = { headers, body, timeout: sendTimeoutMs, allowPrivate }
    const status = await postToPublicAddress(to.endpoint, post).catch(() => {
      throw new DeliveryFailure('the push service does not answer', { isFinal: false })
    })
    if (status >= 200 && status < 300) return
    const isOfAddress = status === 404 || status === 410
    throw new DeliveryFailure(`the push service answers ${status}`, { isFinal: isRefusal(status), isOfAddress })
  }
}

/** 401 and 403 mean wrong keys, 408 and 429 ask for a later repetition: none of them is final. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)
}
