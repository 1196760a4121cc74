import { isIP } from 'node:net'

/** What one visitor can hardly change: the address itself, and of IPv6 the network, of which a household has 2⁶⁴ addresses. */
export function networkOfAddress(address: string): string {
  const bare = address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (isIP(bare) === 6) return `${wordsOf(bare).slice(0, 4).join(':')}::/64`
  // Some proxies add the port, which differs for each connection.
  return bare.replace(/:\d+$/, '').slice(0, 100)
}

/** The eight words of an IPv6 address, written out. */
function wordsOf(address: string): string[] {
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::')
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after].map((word) =>
    word.replace(/^0+(?=.)/, ''),
  )
}
