import {
  changePassword,
  checkTwoFactor,
  endSession,
  getLinkAddress,
  listAccounts,
  listSessions,
  listSignInNames,
  sendTwoFactor,
  sendVerification,
  setFirstPassword,
  unlinkAccount,
  verifyAccount,
} from '#contract/auth/account.ts'
import { confirmSecurityRevert, getSecurityRevert } from '#contract/auth/security-revert.ts'
import { getLogoutLink, logoutAs, redirectToOauthProvider, sendOauthResult } from '#contract/auth/sign-in.ts'
import type { App } from '#server/app-types.ts'
import { pageLanguage } from '#server/http/request-language.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { createOneTimeCodes, verifyContact } from './codes/one-time-codes.ts'
import { confirmContact } from './credentials/confirm-contact.ts'
import {
  checkFirstPassword,
  checkNewPassword,
  findOwnSignInNames,
  replacePassword,
  storeFirstPassword,
} from './credentials/passwords.ts'
import { checkTwoFactorCode, sendTwoFactorCode } from './credentials/two-factor.ts'
import { listDevices } from './devices/devices.ts'
import { findLinkedAccounts, finishLinking, removeLinkedAccount, startLinking } from './linked-accounts.ts'
import { linkCallbackPath, parseAuthorizationResponse } from './oidc/client.ts'
import { serveBackchannelLogout } from './provider-session/backchannel-logout.ts'
import { revertChanges } from './security-revert/revert-changes.ts'
import { describeRevertLink } from './security-revert/revert-link.ts'
import { endDeviceSessions } from './sessions/end-sessions.ts'
import { serveFormPost } from './sign-in/form-post.ts'
import { serveProviderCallbacks } from './sign-in/provider-callbacks.ts'
import { serveSessionEndedPage } from './sign-in/session-ended-page.ts'
import { finishSignIn, startSignIn } from './sign-in/sign-in.ts'
import { serveSignInPage } from './sign-in/sign-in-page.ts'
import { createSignOutUrl, leaveImpersonation, serveSignOut } from './sign-in/sign-out.ts'

export async function accountRoutes(app: App): Promise<void> {
  const codes = createOneTimeCodes(app)

  registerCall(app, sendTwoFactor, ({ session, language }) => sendTwoFactorCode(codes, { session, language }))

  registerCall(app, checkTwoFactor, ({ session, language, body }) =>
    checkTwoFactorCode(codes, { session, language, code: body.code }, app),
  )

  registerCall(app, sendVerification, ({ session, language, body }) =>
    codes.send({ userId: session.userId, purpose: 'verification', to: body, language }),
  )

  registerCall(app, verifyAccount, ({ session, language, body: { code, ...to } }) =>
    verifyContact(codes, {
      session,
      to,
      code,
      language,
      // The present contact of the profile: there is nothing to save.
      onVerified: (transaction, now) =>
        confirmContact(transaction, app.env, { userId: session.userId, to, language, now }),
    }),
  )

  registerCall(app, listSessions, ({ session }) => listDevices(app, session))

  registerCall(app, endSession, ({ session, params, request }) =>
    endDeviceSessions(app, { session, id: params.id, address: request.ip }),
  )
}

export async function passwordRoutes(app: App): Promise<void> {
  registerCall(app, listSignInNames, async ({ session }) => ({ names: await findOwnSignInNames(app, session) }))

  registerCall(
    app,
    setFirstPassword,
    ({ session, body, language }) => storeFirstPassword(app, { session, password: body.password, language }),
    { precheck: ({ session, body }) => checkFirstPassword(app, session, body.password) },
  )

  registerCall(
    app,
    changePassword,
    ({ session, body, language, request }) => replacePassword(app, { session, ...body, language, address: request.ip }),
    { precheck: ({ session, body }) => checkNewPassword(app, session, body.newPassword) },
  )
}

export async function linkedAccountsRoutes(app: App): Promise<void> {
  registerCall(app, listAccounts, ({ session }) => findLinkedAccounts(app.database, session.userId))

  registerCall(app, getLinkAddress, ({ session, params, language }) =>
    startLinking(app, { session, provider: params.provider, language }),
  )

  registerCall(app, unlinkAccount, ({ session, params, language }) =>
    removeLinkedAccount(app, {
      userId: session.userId,
      sessionId: session.id,
      id: params.id,
      language,
      now: app.clock(),
    }),
  )

  app.get<{ Params: { provider: string }; Querystring: Record<string, unknown> }>(
    linkCallbackPath(':provider'),
    async (request, reply) => {
      const { session, query } = request
      const { provider } = request.params
      const language = pageLanguage(request)
      const outcome = await finishLinking(app, {
        session,
        provider,
        answer: parseAuthorizationResponse(query),
        language,
        log: request.log,
      })
      const result = outcome === 'linked' ? `linked=${encodeURIComponent(provider)}` : `linkError=${outcome}`
      return reply.header('cache-control', 'no-store').redirect(`/profile?section=accounts&${result}`, 303)
    },
  )
}

export async function securityRevertRoutes(app: App): Promise<void> {
  registerCall(app, getSecurityRevert, ({ params }) =>
    describeRevertLink(app.database, { secret: params.secret, now: app.clock() }),
  )

  registerCall(app, confirmSecurityRevert, ({ params, language, request }) =>
    revertChanges(app, { secret: params.secret, language, address: request.ip }),
  )
}

export async function authRoutes(app: App): Promise<void> {
  registerCall(app, redirectToOauthProvider, ({ query, language, request, reply }) =>
    startSignIn(app, { fromUrl: query.from_url, language, request, reply }),
  )

  registerCall(app, sendOauthResult, ({ body, language, request, reply }) => {
    const { code, state, iss, error, error_description } = body
    const sent = Object.entries({ code, state, iss, error, error_description }).filter(
      ([, value]) => value !== undefined,
    )
    return finishSignIn(app, { answer: Object.fromEntries(sent), language, request, reply })
  })

  registerCall(app, getLogoutLink, async ({ request }) => ({ url: await createSignOutUrl(app, request) }))

  registerCall(app, logoutAs, ({ session, request, reply }) => leaveImpersonation(app, { session, request, reply }))

  serveProviderCallbacks(app)
  serveFormPost(app)
  serveSignOut(app)
  serveBackchannelLogout(app)
  serveSessionEndedPage(app)
  serveSignInPage(app)
}
