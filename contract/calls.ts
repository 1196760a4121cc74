import * as account from './account.ts'
import * as admin from './admin.ts'
import * as auth from './auth.ts'
import type { Address, Call } from './call.ts'
import * as catalog from './catalog.ts'
import * as content from './content.ts'
import * as contracts from './contracts.ts'
import * as events from './events.ts'
import * as learning from './learning.ts'
import * as notMe from './not-me.ts'
import * as profile from './profile.ts'
import * as schedule from './schedule.ts'
import * as system from './system.ts'
import * as tax from './tax.ts'

const areas = {
  account,
  admin,
  auth,
  catalog,
  content,
  contracts,
  events,
  learning,
  notMe,
  profile,
  schedule,
  system,
  tax,
}

type Areas = typeof areas
type CallsIn<M> = Extract<M[keyof M], { address: Address }>
type AnyCall = { [Area in keyof Areas]: CallsIn<Areas[Area]> }[keyof Areas]

/** Every call by its address: what the browser names a call with (type only). */
export type Calls = { [C in AnyCall as C['address']]: C }

/** Every declared call with the area it belongs to, in the order of the areas. For the server. */
export const declaredCalls: readonly { area: string; call: Call }[] = Object.entries(areas).flatMap(([area, module]) =>
  Object.values(module as Record<string, unknown>)
    .filter(isCall)
    .map((call) => ({ area, call })),
)

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'address' in value && 'access' in value
}
