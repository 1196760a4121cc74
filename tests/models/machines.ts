import { accountVerificationModel, accountVerificationOnMachine } from './account-verification.model.ts'
import { enrolmentModel, enrolmentOnMachine } from './enrolment.model.ts'
import type { MachineLevel } from './machine-level.ts'
import type { Model } from './model.ts'
import { notificationsModel, notificationsOnMachine } from './notifications.model.ts'
import { oauthResultModel, oauthResultOnMachine } from './oauth-result.model.ts'
import { purchaseModel, purchaseOnMachine } from './purchase.model.ts'
import { recoveryModel, recoveryOnMachine } from './recovery.model.ts'
import { scheduleChangeModel, scheduleChangeOnMachine } from './schedule-change.model.ts'
import { sessionModel, sessionOnMachine } from './session.model.ts'
import { signOutModel, signOutOnMachine } from './sign-out.model.ts'
import { ticketModel, ticketOnMachine } from './ticket.model.ts'
import { twoFactorModel, twoFactorOnMachine } from './two-factor.model.ts'

/** Every product machine has its model here, and the level on which the machine itself is played. */
export const machines: readonly { model: Model; onMachine: MachineLevel }[] = [
  { model: sessionModel, onMachine: sessionOnMachine },
  { model: oauthResultModel, onMachine: oauthResultOnMachine },
  { model: signOutModel, onMachine: signOutOnMachine },
  { model: recoveryModel, onMachine: recoveryOnMachine },
  { model: notificationsModel, onMachine: notificationsOnMachine },
  { model: twoFactorModel, onMachine: twoFactorOnMachine },
  { model: accountVerificationModel, onMachine: accountVerificationOnMachine },
  { model: ticketModel, onMachine: ticketOnMachine },
  { model: scheduleChangeModel, onMachine: scheduleChangeOnMachine },
  { model: enrolmentModel, onMachine: enrolmentOnMachine },
  { model: purchaseModel, onMachine: purchaseOnMachine },
]
