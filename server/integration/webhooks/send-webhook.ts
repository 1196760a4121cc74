import { Webhook } from 'standardwebhooks'
import { postToPublicAddress } from '#server/http/public-address.ts'

type WebhookMessage = { url: string; secrets: readonly string[]; messageId: string; payload: string; now: Date }

/** Milliseconds for one attempt. */
const requestTimeoutMs = 15_000

/**
 * Sends a message by the Standard Webhooks specification and returns the HTTP status. Redirects are not followed: their
 * status counts as a failure. Throws if there is no answer.
 */
export async function sendWebhook(
  { url, secrets, messageId, payload, now }: WebhookMessage,
  { allowPrivate }: { allowPrivate: boolean },
): Promise<number> {
  return postToPublicAddress(url, {
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(payload),
      'user-agent': 'personal-account-webhooks',
      'webhook-id': messageId,
      'webhook-timestamp': Math.floor(now.getTime() / 1000),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(messageId, now, payload)).join(' '),
    },
    body: payload,
    timeout: requestTimeoutMs,
    allowPrivate,
  })
}
