import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Trusted proxies, whose X-Forwarded-* headers are used: their number, or their addresses and networks. */
export type TrustedProxies = number | readonly string[]

/** Whether the proxy at this address is trusted. Hop 0 is the peer of the connection. */
export type TrustFunction = (address: string | undefined, hop: number) => boolean

const maxHops = 10

/** Parses `TRUST_PROXY`: `off`, a number of hops, or addresses and networks; null for anything else. */
export function parseTrustedProxies(text: string): TrustedProxies | null {
  if (text === 'off') return 0
  if (/^\d+$/.test(text)) return Number(text) <= maxHops ? Number(text) : null
  const addresses = text.split(',').map((item) => item.trim())
  return addresses.every(isNetwork) ? addresses : null
}

export function createTrustFunction(proxies: TrustedProxies): TrustFunction {
  if (typeof proxies === 'number') return (_, hop) => hop < proxies
  const known = new BlockList()
  for (const proxy of proxies) {
    const [address = '', length] = proxy.split('/')
    if (length === undefined) known.addAddress(address, familyOf(address))
    else known.addSubnet(address, Number(length), familyOf(address))
  }
  return (address) => address !== undefined && isIP(address) !== 0 && known.check(address, familyOf(address))
}

/**
 * The visitor's address: the first untrusted one, from the connection back through X-Forwarded-For. Addresses further
 * left may be forged. Fastify computes the same from the same `TrustFunction`.
 */
function addressOf({ headers, socket }: IncomingMessage, trust: TrustFunction): string | undefined {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  const chain = [socket.remoteAddress, ...forwarded.map((item) => item.trim()).reverse()].filter(Boolean)
  return chain.find((address, hop) => !trust(address, hop)) ?? chain.at(-1)
}

/** Reduces X-Forwarded-* headers to the value of a trusted proxy. Koa would take the leftmost value of any client. */
export function normalizeForwardedHeaders(request: IncomingMessage, trust: TrustFunction): void {
  const { headers, socket } = request
  const address = addressOf(request, trust)
  const isBehindProxy = trust(socket.remoteAddress, 0)
  for (const name of ['x-forwarded-proto', 'x-forwarded-host']) {
    const value = isBehindProxy
      ? String(headers[name] ?? '')
          .split(',')
          .at(-1)
          ?.trim()
      : undefined
    if (value) headers[name] = value
    else delete headers[name]
  }
  if (address) headers['x-forwarded-for'] = address
  else delete headers['x-forwarded-for']
}

function isNetwork(text: string): boolean {
  const [address = '', length, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6'
}
