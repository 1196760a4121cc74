import type { EndToEnd } from '#tests/model-runner/config.ts'
import { createE2ePlayers } from '#tests/model-runner/e2e/e2e-stage.ts'
import { accountVerificationEndToEnd } from './account-verification.e2e.ts'
import { enrolmentEndToEnd } from './enrolment.e2e.ts'
import { purchaseEndToEnd } from './purchase.e2e.ts'
import { scheduleChangeEndToEnd } from './schedule-change.e2e.ts'
import { sessionEndToEnd } from './session.e2e.ts'
import { e2eApp } from './test-server.ts'
import { twoFactorEndToEnd } from './two-factor.e2e.ts'

/** The machines that are played on the real server; the others run only with scripted responses. */
export function endToEnd(): EndToEnd {
  const { player, close } = createE2ePlayers(e2eApp)
  return {
    players: {
      session: player(sessionEndToEnd),
      twoFactor: player(twoFactorEndToEnd),
      accountVerification: player(accountVerificationEndToEnd),
      scheduleChange: player(scheduleChangeEndToEnd),
      enrolment: player(enrolmentEndToEnd),
      purchase: player(purchaseEndToEnd),
    },
    // This level tests the responses of the server; the scripted levels cover the rest.
    measure: ({ event: { type, error, output } }) =>
      /^(xstate|call)\./.test(type)
        ? [JSON.stringify([type, error, output === null, typeof output?.location === 'string'])]
        : [],
    close,
  }
}
