import { lookup } from 'node:dns'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An address that requests to addresses of others (webhooks, push services) may not reach. */
export class PrivateAddressError extends Error {
  constructor(host: string) {
    super(`${host} is not a public address`)
    this.name = 'PrivateAddressError'
  }
}

/** Whether an IP address is public: not of this machine, a local network, a link, or a reserved range. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast'
  const embedded = embeddedAddress(parsed)
  // All addresses that are given out are of this block (RFC 4291), so no form that embeds an IPv4 address otherwise.
  const isGlobal = parsed.match(globalUnicast) && parsed.range() === 'unicast'
  return embedded === null ? isGlobal : embedded.range() === 'unicast' && (isGlobal || parsed.match(nat64))
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** The well-known prefix of NAT64 (RFC 6052): networks without IPv4 reach IPv4 addresses by it. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** The IPv4 address at the end of a NAT64 or an ISATAP address (RFC 5214). */
function embeddedAddress(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  const [, , , , high = 0, low = 0] = address.parts
  const isIsatap = (high & ~0x200) === 0 && low === 0x5efe
  return isIsatap || address.match(nat64) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : null
}

/** Names that are never public: of this machine or a local network (RFC 6761, 6762, 8375), and those of one label. */
const localName = /^[^.]*$|(^|\.)(localhost|local|internal|home\.arpa)$/

/**
 * Throws for a URL whose host is a private address itself or a name of a local network. Other names are checked when they
 * are resolved.
 */
export function assertPublicHost({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  const isPublic = isIP(host) === 0 ? !localName.test(host.replace(/\.$/, '')) : isPublicAddress(host)
  if (!isPublic) throw new PrivateAddressError(host)
}

/**
 * Resolves a name for one connection. The connection is made to the very addresses that were checked, so another answer
 * of the DNS a moment later changes nothing. One private address among them refuses the name.
 */
export function createPublicLookup(resolve: typeof lookup = lookup): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0)
      const [first] = found
      if (!first || found.some(({ address }) => !isPublicAddress(address)))
        return done(new PrivateAddressError(hostname), '', 0)
      return options.all ? done(null, found) : done(null, first.address, first.family)
    })
  }
}

type Post = {
  headers: OutgoingHttpHeaders
  body: Buffer | string | null
  /** Milliseconds. */
  timeout: number
  /** The address may be on this machine and in local networks. */
  allowPrivate: boolean
}

/** Posts to an address of others and returns the HTTP status. Redirects are not followed. Throws if there is no answer. */
export async function postToPublicAddress(
  url: string,
  { headers, body, timeout, allowPrivate }: Post,
): Promise<number> {
  const target = new URL(url)
  if (!allowPrivate) assertPublicHost(target)
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest
  const sending = send(target, {
    method: 'POST',
    agent: false,
    signal: AbortSignal.timeout(timeout),
    ...(!allowPrivate && { lookup: createPublicLookup() }),
    headers,
  })
  sending.end(body)
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  // What else it says is of no use, and may be endless.
  answer.destroy()
  return answer.statusCode ?? 0
}
