import * as account from './auth/account.ts'
import * as notMe from './auth/security-revert.ts'
import * as auth from './auth/sign-in.ts'
import * as autopay from './billing/autopay.ts'
import * as bankLines from './billing/bank-lines.ts'
import * as checkouts from './billing/checkouts.ts'
import * as contractActions from './billing/contract-actions.ts'
import * as refunds from './billing/refunds.ts'
import * as tax from './billing/tax.ts'
import * as termination from './billing/termination.ts'
import type { Address, Call } from './call.ts'
import * as content from './content.ts'
import * as catalog from './enrolment/catalog.ts'
import * as contracts from './enrolment/contracts.ts'
import * as signing from './enrolment/signing.ts'
import * as imports from './integration/imports.ts'
import * as integrations from './integration/integrations.ts'
import * as events from './learning/events.ts'
import * as gradeBook from './learning/grade-book.ts'
import * as homework from './learning/homework.ts'
import * as progress from './learning/progress.ts'
import * as schedule from './learning/schedule.ts'
import * as teaching from './learning/teaching.ts'
import * as unseen from './learning/unseen.ts'
import * as notifications from './notifications.ts'
import * as absences from './people/absences.ts'
import * as accountControl from './people/account-control.ts'
import * as accountJoins from './people/account-joins.ts'
import * as admin from './people/admin.ts'
import * as consents from './people/consents.ts'
import * as dataExport from './people/data-export.ts'
import * as dataRequests from './people/data-requests.ts'
import * as pairing from './people/pairing.ts'
import * as profile from './people/profile.ts'
import * as schoolWork from './people/school-work.ts'
import * as tickets from './people/tickets.ts'
import * as schoolNews from './school-news.ts'
import * as system from './system.ts'

const callModules = {
  absences,
  account,
  accountControl,
  accountJoins,
  admin,
  auth,
  catalog,
  autopay,
  bankLines,
  checkouts,
  refunds,
  consents,
  dataExport,
  content,
  contracts,
  dataRequests,
  events,
  gradeBook,
  homework,
  imports,
  integrations,
  unseen,
  notifications,
  notMe,
  pairing,
  progress,
  profile,
  schedule,
  schoolNews,
  schoolWork,
  signing,
  system,
  tax,
  termination,
  contractActions,
  teaching,
  tickets,
}

type Areas = typeof callModules
type CallsIn<M> = Extract<M[keyof M], { address: Address }>
type DeclaredCall = { [Area in keyof Areas]: CallsIn<Areas[Area]> }[keyof Areas]

/** Declarations by address (type only). */
export type Calls = { [C in DeclaredCall as C['address']]: C }

/** All declared calls with their area. For the server. */
export const declaredCalls: readonly { area: string; call: Call }[] = Object.entries(callModules).flatMap(
  ([area, module]) =>
    Object.values(module as Record<string, unknown>)
      .filter(isCall)
      .map((call) => ({ area, call })),
)

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'address' in value && 'access' in value
}
