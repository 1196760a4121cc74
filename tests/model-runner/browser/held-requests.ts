import type { CDPSession, Page } from 'playwright'
import type { Reply } from './app-under-test.ts'

/** A request of the page that is held before it reaches a server. */
export type HeldRequest = {
  method: string
  url: URL
  headers: Record<string, string>
  /** The body as the page sent it; null without one. */
  body: string | null
  isDocument: boolean
  /** Forwards the request to the real server. */
  goOn: () => Promise<void>
  answer: (reply: Reply) => Promise<void>
}

/**
 * Holds documents and requests to `paths` until `handle` has answered them. Playwright's routes would intercept every file
 * of the app and disable the HTTP cache.
 */
export async function holdRequests(
  page: Page,
  paths: readonly string[],
  handle: (request: HeldRequest) => Promise<void>,
): Promise<CDPSession> {
  const patterns = [
    ...paths.map((path) => ({ urlPattern: `*${path}` })),
    { urlPattern: '*', resourceType: 'Document' as const },
  ]
  const session = await page.context().newCDPSession(page)
  session.on('Fetch.requestPaused', ({ requestId, request, resourceType }) => {
    const { method, url, headers, postData } = request
    // The request is gone if the page has navigated away.
    const send = (...args: Parameters<CDPSession['send']>) => session.send(...args).then(nothing, nothing)
    void handle({
      method,
      url: new URL(url),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      body: postData ?? null,
      isDocument: resourceType === 'Document',
      goOn: () => send('Fetch.continueRequest', { requestId }),
      answer: (reply) => {
        if (reply === 'offline') return send('Fetch.failRequest', { requestId, errorReason: 'ConnectionFailed' })
        const { status, type, body } = reply
        return send('Fetch.fulfillRequest', {
          requestId,
          responseCode: status,
          responseHeaders: [{ name: 'content-type', value: type }],
          body: Buffer.from(body).toString('base64'),
        })
      },
    })
  })
  await session.send('Fetch.enable', { patterns })
  return session
}

const nothing = () => undefined
