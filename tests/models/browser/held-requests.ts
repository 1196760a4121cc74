import type { CDPSession, Page } from 'playwright'
import type { Reply } from './contract-script.ts'

/** A request that has left the page and gone no further. */
export type HeldRequest = {
  method: string
  url: URL
  headers: Record<string, string>
  /** As the page sent it; null without one. */
  body: string | null
  isDocument: boolean
  /** The server's own answer, whoever that is. */
  goOn: () => Promise<void>
  answer: (reply: Reply) => Promise<void>
}

/** Only these: Playwright's own routes stop every file of the app too, and take the browser's cache from it. */
const patterns = [{ urlPattern: '*/api/*' }, { urlPattern: '*/readyz' }, { urlPattern: '*', resourceType: 'Document' }]

/** Holds what the page asks of a server until `meet` has answered it. */
export async function holdRequests(page: Page, meet: (request: HeldRequest) => Promise<void>): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  session.on('Fetch.requestPaused', ({ requestId, request, resourceType }) => {
    const { method, url, headers, postData } = request
    // The page may have left, and its request with it.
    const send = (...told: Parameters<CDPSession['send']>) => session.send(...told).then(nothing, nothing)
    void meet({
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
  await session.send('Fetch.enable', { patterns } as Parameters<typeof session.send<'Fetch.enable'>>[1])
  return session
}

const nothing = () => undefined
