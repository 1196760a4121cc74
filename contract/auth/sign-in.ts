import { z } from 'zod'
import { call } from '#contract/call.ts'

const location = z.object({ location: z.string() })

export const redirectToOauthProvider = call('GET /v1/auth/redirect-to-oauth-provider', {
  summary: 'Starts a sign-in attempt (10 minutes, one use) and returns where to sign in (D-2)',
  access: { who: 'anyone' },
  limit: 'sign-in',
  audited: 'sign-in.issuer',
  /** Any value that is not a path of this app becomes `/`. */
  query: z.object({ from_url: z.string().optional() }),
  answer: location,
})

const fromQuery = z.string().max(8192).optional()

export const sendOauthResult = call('POST /v1/auth/oauth-result', {
  summary: 'Ends a sign-in attempt with what the provider sent back; the session starts here (D-3)',
  access: { who: 'anyone' },
  limit: 'sign-in',
  audited: 'sign-in.issuer',
  // Allowed: a new sign-in starts the administrator's own session.
  duringImpersonation: 'allowed',
  body: z.strictObject({
    code: fromQuery,
    session: fromQuery,
    state: fromQuery,
    fromUrl: fromQuery,
    iss: fromQuery,
    error: fromQuery,
    error_description: fromQuery,
  }),
  answer: z.object({ location: z.string().nullable() }),
})

export const getLogoutLink = call('GET /v1/auth/logout-link', {
  summary: 'A one-time address that ends our session and then the provider’s (D-4)',
  access: { who: 'anyone' },
  limit: 'sign-in',
  answer: z.object({ url: z.string() }),
})

export const logoutAs = call('POST /v1/admin/auth/logout-as', {
  summary: 'Ends the impersonation and returns to the administrator’s own session',
  access: { who: 'signed-in' },
  duringImpersonation: 'allowed',
})
