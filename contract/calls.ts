import * as account from './account.ts'
import * as accountControl from './account-control.ts'
import * as admin from './admin.ts'
import * as auth from './auth.ts'
import type { Address, Call } from './call.ts'
import * as catalog from './catalog.ts'
import * as content from './content.ts'
import * as contracts from './contracts.ts'
import * as events from './events.ts'
import * as learning from './learning.ts'
import * as notifications from './notifications.ts'
import * as profile from './profile.ts'
import * as schedule from './schedule.ts'
import * as notMe from './security-revert.ts'
import * as system from './system.ts'
import * as tax from './tax.ts'
import * as teaching from './teaching.ts'
import * as tickets from './tickets.ts'

const callModules = {
  account,
  accountControl,
  admin,
  auth,
  catalog,
  content,
  contracts,
  events,
  learning,
  notifications,
  notMe,
  profile,
  schedule,
  system,
  tax,
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
