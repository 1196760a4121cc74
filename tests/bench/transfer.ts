import { setTimeout as pause } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright'
import { changeStreamPath } from '#contract/change-stream.ts'

/** Encoded bytes of responses by kind, and the headers of scripts and styles. */
export type Transfer = Record<Kind | 'headers', number> & { files: number }
type Kind = 'code' | 'document' | 'data' | 'pictures'

/** The browser of measured pages. */
export const desk = {
  viewport: { width: 1440, height: 900 },
  locale: 'ru-RU',
  timezoneId: 'Europe/Moscow',
  serviceWorkers: 'block',
} as const

const still = 1_000

/** Opens a URL in a browser with an empty cache and counts what Chromium receives until the page is idle. */
export async function openUntilRest(page: Page, address: string): Promise<Transfer> {
  const session = await page.context().newCDPSession(page)
  const traffic = await watch(session)
  // The pages of the menu, which are preloaded for others, are no part of the screen.
  await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
  await page.goto(address, { waitUntil: 'load' })
  let askedBefore: number
  do {
    askedBefore = traffic.asked
    // Idle callbacks run in order, so those of the page are done when this one runs.
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    await stillness(traffic)
  } while (traffic.asked > askedBefore)
  await session.detach()
  return traffic.transfer
}

async function stillness(traffic: Traffic): Promise<void> {
  const since = performance.now()
  while (traffic.underWay.size > 0 || performance.now() - Math.max(since, traffic.lastChange) < still) await pause(50)
}

type Traffic = Awaited<ReturnType<typeof watch>>

async function watch(session: CDPSession) {
  const transfer: Transfer = { code: 0, document: 0, data: 0, pictures: 0, headers: 0, files: 0 }
  const underWay = new Map<string, { kind: Kind; headers: number; content: number }>()
  const traffic = { transfer, underWay, asked: 0, lastChange: 0 }
  const changed = () => {
    traffic.lastChange = performance.now()
  }
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    // The stream of changes does not end, and weighs nothing.
    if (!request.url.startsWith('http') || request.url.endsWith(changeStreamPath)) return
    changed()
    traffic.asked += 1
    underWay.set(requestId, { kind: 'data', headers: 0, content: 0 })
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const one = underWay.get(requestId)
    if (one === undefined) return
    one.kind = kindOf(response.mimeType)
    one.headers = response.encodedDataLength
  })
  // A preloaded file is reported again when it is used.
  session.on('Network.requestServedFromCache', ({ requestId }) => underWay.delete(requestId))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = underWay.get(requestId)
    if (one === undefined) return
    changed()
    underWay.delete(requestId)
    transfer.files += 1
    if (one.kind === 'code') transfer.headers += one.headers
    transfer[one.kind] += encodedDataLength - one.headers
  })
  session.on('Network.loadingFailed', ({ requestId }) => {
    if (underWay.delete(requestId)) changed()
  })
  await session.send('Network.enable')
  return traffic
}

function kindOf(mimeType: string): Kind {
  if (/javascript|css|wasm/.test(mimeType)) return 'code'
  if (mimeType === 'text/html') return 'document'
  return mimeType.startsWith('image/') ? 'pictures' : 'data'
}
