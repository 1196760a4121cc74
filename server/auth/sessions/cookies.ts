import type { CookieSerializeOptions } from '@fastify/cookie'
import type { Env } from '#server/env.ts'

type CookieEnv = Pick<Env, 'PUBLIC_URL'>

/** The `__Host-` prefix (D-1) prevents sibling domains from setting the cookie. Browsers accept it only over https. */
export function cookieName(name: string, place: CookieEnv): string {
  return isSecure(place) ? `__Host-${name}` : name
}

export function cookieOptions(place: CookieEnv): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(place) }
}

function isSecure({ PUBLIC_URL }: CookieEnv): boolean {
  return PUBLIC_URL.startsWith('https:')
}
