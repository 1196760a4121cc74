import { type Channel, DeliveryFailure, sendTimeoutMs } from './channel.ts'

/** Posts each message to the gateway that `SMS_GATEWAY_URL` names: `docs/notifications.md` has the request. */
export function createSmsChannel({ url, token }: { url: string; token: string | undefined }): Channel {
  return async ({ id, target, text }) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': id,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ id, to: target, text }),
      // A redirect would send the code to another server.
      redirect: 'error',
      signal: AbortSignal.timeout(sendTimeoutMs),
    }).catch(() => {
      throw new DeliveryFailure('the SMS gateway does not answer', { isFinal: false })
    })
    await answer.body?.cancel()
    if (!answer.ok) {
      throw new DeliveryFailure(`the SMS gateway answers ${answer.status}`, { isFinal: isRefusal(answer.status) })
    }
  }
}

/** 408 and 429 ask for a later repetition, 401 and 403 mean a wrong configuration: neither is final. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)
}
