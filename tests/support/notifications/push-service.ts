import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { PushMessage } from '#contract/notifications.ts'

/** What `PushManager.subscribe` gives to the page. */
export type BrowserSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/** A push notification that was accepted, decrypted as its browser does it. */
type ReceivedPush = {
  endpoint: string
  message: PushMessage
  /** The claims of the signature that was verified. */
  sender: { aud: string; exp: number; sub: string; publicKey: string }
  ttl: number
  urgency: string | undefined
}

export type PushService = {
  /** A browser subscribes. */
  subscribe(): BrowserSubscription
  received: ReceivedPush[]
  /** The number of requests that got another status. */
  refused(): number
  /** The status of the next requests instead of 201. */
  answerWith(status: number | null): void
  close(): Promise<void>
}

type Browser = { privateKey: Buffer; publicKey: Buffer; auth: Buffer }

/** A push service on loopback, with its browsers. It refuses what is not signed (RFC 8292) or not decipherable (RFC 8291). */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>()
  const received: ReceivedPush[] = []
  let status: number | null = null
  let refused = 0
  const server = createServer(async (request, reply) => {
    const body = await buffer(request)
    const endpoint = `${origin}${request.url}`
    const browser = browsers.get(endpoint)
    if (status !== null || !browser) {
      refused += 1
      return void reply.writeHead(status ?? 404).end()
    }
    try {
      const { headers } = request
      const sender = readSender(headers, origin)
      const message = JSON.parse(decrypt(body, headers, browser)) as PushMessage
      received.push({ endpoint, message, sender, ttl: Number(headers.ttl), urgency: headers.urgency as string })
      reply.writeHead(201).end()
    } catch (error) {
      reply.writeHead(400).end(String(error))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    received,
    refused: () => refused,
    subscribe() {
      const pair = createECDH('prime256v1')
      const publicKey = pair.generateKeys()
      const auth = randomBytes(16)
      const endpoint = `${origin}/push/${randomBytes(8).toString('hex')}`
      browsers.set(endpoint, { privateKey: pair.getPrivateKey(), publicKey, auth })
      return { endpoint, keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') } }
    },
    answerWith(next) {
      status = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Verifies `Authorization: vapid t=<JWT>, k=<key>`. */
function readSender({ authorization = '' }: IncomingHttpHeaders, origin: string): ReceivedPush['sender'] {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/i.exec(authorization) ?? []
  const [header = '', payload = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${header}.${payload}`)
  const isSigned = verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as ReceivedPush['sender']
  const isNow = claims.exp > Date.now() / 1000 && claims.exp < Date.now() / 1000 + 24 * 60 * 60
  if (!isSigned || claims.aud !== origin || !isNow || !/^(mailto|https):/.test(claims.sub))
    throw new Error('the request is not signed for this service')
  return { ...claims, publicKey }
}

/** One record of aes128gcm (RFC 8188) with the keys of Web Push (RFC 8291). */
function decrypt(body: Buffer, headers: IncomingHttpHeaders, { privateKey, publicKey, auth }: Browser): string {
  if (headers['content-encoding'] !== 'aes128gcm' || body.length > 4096) throw new Error('not a push message')
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
  const shared = Buffer.from(hkdfSync('sha256', pair.computeSecret(senderKey), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The last record ends with the byte 2 and padding.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}
