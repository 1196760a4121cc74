import type { EndToEnd } from '#tests/model-runner/config.ts'
import { createE2ePlayers } from '#tests/model-runner/e2e/e2e-stage.ts'
import { calendarPageEndToEnd } from '#tests/models/pages/calendar.page.ts'
import { calendarFiltersEndToEnd } from '#tests/models/pages/calendar-filters.page.ts'
import { gradeBookPageEndToEnd } from '#tests/models/pages/grade-book.page.ts'
import { homePaymentsEndToEnd } from '#tests/models/pages/home-payments.page.ts'
import { paymentsPageEndToEnd } from '#tests/models/pages/payments.page.ts'
import { taxPageEndToEnd } from '#tests/models/pages/tax.page.ts'
import { accountVerificationByPhoneEndToEnd, accountVerificationEndToEnd } from './account-verification.e2e.ts'
import { connectionEndToEnd } from './connection.e2e.ts'
import { enrolmentEndToEnd } from './enrolment.e2e.ts'
import { notificationCenterEndToEnd } from './notification-center.e2e.ts'
import { notificationsEndToEnd } from './notifications.e2e.ts'
import { oauthResultEndToEnd, oauthResultRefusedEndToEnd } from './oauth-result.e2e.ts'
import { purchaseEndToEnd } from './purchase.e2e.ts'
import { pushSubscriptionEndToEnd } from './push-subscription.e2e.ts'
import { recoveryEndToEnd } from './recovery.e2e.ts'
import { scheduleChangeEndToEnd } from './schedule-change.e2e.ts'
import { sessionEndToEnd } from './session.e2e.ts'
import { signOutEndToEnd } from './sign-out.e2e.ts'
import { e2eApp } from './test-server.ts'
import { ticketEndToEnd } from './ticket.e2e.ts'
import { ticketDeskEndToEnd } from './ticket-desk.e2e.ts'
import { ticketReplyEndToEnd } from './ticket-reply.e2e.ts'
import { twoFactorEndToEnd } from './two-factor.e2e.ts'

/** The machines and pages that are played on the real server. */
export function endToEnd(): EndToEnd {
  const { player, close } = createE2ePlayers(e2eApp)
  const inRealTime = {
    accountVerificationByPhone: player(accountVerificationByPhoneEndToEnd),
    connection: player(connectionEndToEnd),
    notificationCenter: player(notificationCenterEndToEnd),
    notifications: player(notificationsEndToEnd),
    oauthResult: player(oauthResultEndToEnd),
    oauthResultRefused: player(oauthResultRefusedEndToEnd),
    pushSubscription: player(pushSubscriptionEndToEnd),
    recovery: player(recoveryEndToEnd),
    signOut: player(signOutEndToEnd),
    ticket: player(ticketEndToEnd),
    ticketDesk: player(ticketDeskEndToEnd),
    ticketReply: player(ticketReplyEndToEnd),
  }
  return {
    // What the other machines call is tested by the suites of the server (docs/planted-defects.md).
    inEveryRun: ['session'],
    inRealTime: Object.keys(inRealTime),
    players: {
      ...inRealTime,
      session: player(sessionEndToEnd),
      twoFactor: player(twoFactorEndToEnd),
      accountVerification: player(accountVerificationEndToEnd),
      scheduleChange: player(scheduleChangeEndToEnd),
      enrolment: player(enrolmentEndToEnd),
      purchase: player(purchaseEndToEnd),
      taxPage: player(taxPageEndToEnd),
      calendarPage: player(calendarPageEndToEnd),
      calendarFilters: player(calendarFiltersEndToEnd),
      gradeBookPage: player(gradeBookPageEndToEnd),
      homePage: player(homePaymentsEndToEnd),
      paymentsPage: player(paymentsPageEndToEnd),
    },
    // This level tests the responses of the server, and what it renders for a role; the scripted levels cover the rest.
    measure: ({ event: { type, error, output, group }, taken }) =>
      /^(xstate|call)\./.test(type) || (type === 'roleGroup.select' && taken.length > 0)
        ? [JSON.stringify([type, error, group, output === null, typeof output?.location === 'string'])]
        : [],
    close,
  }
}
