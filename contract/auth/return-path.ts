const controlOrBackslash = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/

/** Characters of the longest address that is followed. */
export const longestReturnPath = 2048

/**
 * Validates `from_url` (D-2): a path on this origin, or `/`. An absolute URL of this origin is reduced to its path.
 * `/api` and `/auth` are refused, also after normalization and repeated percent-decoding.
 */
export function safeReturnPath(fromUrl: unknown, ownOrigin: string): string {
  if (typeof fromUrl !== 'string' || fromUrl === '' || fromUrl.length > longestReturnPath) return '/'
  if (controlOrBackslash.test(fromUrl)) return '/'
  if (!/^(\/(?!\/)|https?:\/\/(?!\/))/i.test(fromUrl)) return '/'
  if (!URL.canParse(fromUrl, ownOrigin)) return '/'
  const url = new URL(fromUrl, ownOrigin)
  if (url.origin !== ownOrigin || url.username !== '' || url.password !== '') return '/'
  if (!staysOnOriginWhenDecoded(url.pathname, ownOrigin)) return '/'
  return url.pathname + url.search + url.hash
}

function staysOnOriginWhenDecoded(pathname: string, ownOrigin: string): boolean {
  let path = pathname
  for (let depth = 0; depth < 5; depth += 1) {
    if (path.startsWith('//') || controlOrBackslash.test(path)) return false
    if (!URL.canParse(path, ownOrigin)) return false
    const resolved = new URL(path, ownOrigin)
    if (resolved.origin !== ownOrigin || resolved.pathname.startsWith('//')) return false
    if (/^\/(api|auth)(\/|$)/i.test(resolved.pathname)) return false
    const decoded = decode(path)
    if (decoded === null) return false
    if (decoded === path) return true
    path = decoded
  }
  return false
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
