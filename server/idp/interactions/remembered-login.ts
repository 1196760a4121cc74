import type { PageContext } from './page-context.ts'

const cookie = 'sign_in_login'
const lifetimeMs = 10 * 60_000

/** For the next sign-in in this browser: after the first password the login is not typed again. */
export function rememberLogin(context: PageContext, login: string): void {
  context.cookies.set(cookie, encodeURIComponent(login), {
    httpOnly: true,
    sameSite: 'lax',
    maxAge: lifetimeMs,
    overwrite: true,
    signed: false,
  })
}

/** Empty without one. */
export function rememberedLogin(context: PageContext): string {
  try {
    return decodeURIComponent(context.cookies.get(cookie, { signed: false }) ?? '').slice(0, 254)
  } catch {
    return ''
  }
}
