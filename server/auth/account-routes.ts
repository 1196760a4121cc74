import {
  checkTwoFactor,
  endSession,
  listSessions,
  sendTwoFactor,
  sendVerification,
  verifyAccount,
} from '#contract/account.ts'
import type { App } from '#server/app-types.ts'
import { createOneTimeCodes } from '#server/auth/codes/one-time-codes.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { verifyContact } from './codes/contact-verification.ts'
import { checkTwoFactorCode, sendTwoFactorCode } from './codes/two-factor.ts'
import { endDeviceSessions, listDevices } from './devices/device-sessions.ts'

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
    verifyContact(codes, { session, to, code, language }),
  )

  registerCall(app, listSessions, ({ session }) => listDevices(app, session))

  registerCall(app, endSession, ({ session, params, request }) =>
    endDeviceSessions(app, { session, id: params.id, address: request.ip }),
  )
}
