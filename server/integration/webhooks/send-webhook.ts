import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Webhook } from 'standardwebhooks'
import { assertPublicHost, createPublicLookup } from '#server/public-address.ts'

type Message = { url: string; secrets: readonly string[]; messageId: string; payload: string; now: Date }

/** Milliseconds for one attempt. */
const longest = 15_000

/**
 * Sends a message by the Standard Webhooks specification and returns the HTTP status. Redirects are not followed: their
 * status counts as a failure. Throws if there is no answer.
 */
export async function sendWebhook(
  { url, secrets, messageId, payload, now }: Message,
  { allowPrivate }: { allowPrivate: boolean },
): Promise<number> {
  const target = new URL(url)
  if (!allowPrivate) assertPublicHost(target)
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest
  const sending = send(target, {
    method: 'POST',
    agent: false,
    signal: AbortSignal.timeout(longest),
    ...(!allowPrivate && { lookup: createPublicLookup() }),
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(payload),
      'user-agent': 'personal-account-webhooks',
      'webhook-id': messageId,
      'webhook-timestamp': Math.floor(now.getTime() / 1000),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(messageId, now, payload)).join(' '),
    },
  })
  sending.end(payload)
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  // What else it says is of no use, and may be endless.
  answer.destroy()
  return answer.statusCode ?? 0
}
