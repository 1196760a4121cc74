import { createHmac, timingSafeEqual } from 'node:crypto'
import { cookieName } from '#server/security/tokens.ts'
import type { PageContext } from './page-context.ts'

const lifetimeMs = 5 * 60_000

export type PreparedSignIn = ReturnType<typeof createPreparedSignIn>

/**
 * Lets the next sign-in page of this browser finish without a form, because the person has just set the password: a
 * signed cookie, which the sign-in page takes away.
 */
export function createPreparedSignIn({ key, issuer, clock }: { key: string; issuer: string; clock: () => Date }) {
  const name = cookieName('idp_prepared', { PUBLIC_URL: issuer })
  const options = { httpOnly: true, sameSite: 'lax', overwrite: true, signed: false } as const

  function sign(subject: string, until: string): Buffer {
    return createHmac('sha256', key)
      .update(JSON.stringify(['prepared', subject, until]))
      .digest()
  }

  return {
    prepare(context: PageContext, subject: string): void {
      const until = String(clock().getTime() + lifetimeMs)
      const parts = [until, Buffer.from(subject).toString('base64url'), sign(subject, until).toString('base64url')]
      context.cookies.set(name, parts.join('.'), { ...options, maxAge: lifetimeMs, secure: context.secure })
    },

    /** The subject to sign in; null if nothing valid was prepared. */
    take(context: PageContext): string | null {
      const value = context.cookies.get(name, { signed: false })
      if (value === undefined) return null
      context.cookies.set(name, null, { ...options, secure: context.secure })
      const [until = '', encoded = '', signature = ''] = value.split('.')
      const subject = Buffer.from(encoded, 'base64url').toString()
      const [given, right] = [Buffer.from(signature, 'base64url'), sign(subject, until)]
      const isSigned = given.length === right.length && timingSafeEqual(given, right)
      return isSigned && Number(until) > clock().getTime() ? subject : null
    },
  }
}
