import {
  checkTwoFactor,
  endSession,
  listSessions,
  sendTwoFactor,
  sendVerification,
  verifyAccount,
} from '#contract/account.ts'
import { createOneTimeCodes } from '#server/identity/one-time-codes.ts'
import { serve } from '#server/plugins/calls.ts'
import type { App } from '#server/surroundings.ts'
import { endDevice, listDevices } from './devices.ts'
import { checkTwoFactorCode, sendTwoFactorCode } from './two-factor.ts'
import { verifyContact } from './verification.ts'

export async function accountRoutes(app: App): Promise<void> {
  const codes = createOneTimeCodes(app)

  serve(app, sendTwoFactor, ({ session, language }) => sendTwoFactorCode(codes, { session, language }))

  serve(app, checkTwoFactor, ({ session, language, body }) =>
    checkTwoFactorCode(codes, { session, language, code: body.code }, app),
  )

  serve(app, sendVerification, ({ session, language, body }) =>
    codes.send({ userId: session.userId, purpose: 'verification', to: body, language }),
  )

  serve(app, verifyAccount, ({ session, language, body: { code, ...to } }) =>
    verifyContact(codes, { session, to, code, language }),
  )

  serve(app, listSessions, ({ session }) => listDevices(app, session))

  serve(app, endSession, ({ session, params, request }) =>
    endDevice(app, { session, id: params.id, address: request.ip }),
  )
}
