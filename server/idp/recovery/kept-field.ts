import type { PageContext } from '#server/idp/interactions/page-context.ts'
import { cookieNameAt } from '#server/idp/protocol/configuration.ts'

type KeptField = {
  name: string
  /** The pages that get it: this URL and those below. */
  path: string
}

/** Keeps a submitted field in a cookie until the browser is closed: URLs end up in logs. An empty one is removed. */
export function keepField(context: PageContext, { name, path }: KeptField, value: string): void {
  context.cookies.set(cookieNameAt(path, name, context.secure), encodeURIComponent(value), {
    path,
    httpOnly: true,
    sameSite: 'lax',
    overwrite: true,
  })
}

/** Empty without one. */
export function readField(context: PageContext, { name, path }: KeptField): string {
  return decodeURIComponent(context.cookies.get(cookieNameAt(path, name, context.secure)) ?? '')
}

/** The login that was typed on the sign-in page or that of the recovery. */
export const typedLogin = (signIn: string): KeptField => ({ name: 'typed_login', path: signIn })
