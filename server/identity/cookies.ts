import type { CookieSerializeOptions } from '@fastify/cookie'
import type { Env } from '#server/env.ts'

type Place = Pick<Env, 'PUBLIC_URL'>

/** `__Host-` (D-1) keeps neighbours on sibling domains from planting the cookie; browsers take it over https only. */
export function cookieName(name: string, place: Place): string {
  return isSecure(place) ? `__Host-${name}` : name
}

export function cookieOptions(place: Place): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(place) }
}

function isSecure({ PUBLIC_URL }: Place): boolean {
  return PUBLIC_URL.startsWith('https:')
}
