import { type Call, methodOf } from './call.ts'

/** Counter key of a limit: the user over all sessions, or the network address. */
export type CallLimit = { most: number; seconds: number; of: 'person' | 'address' }

const minute = 60
const hour = 60 * minute

/**
 * Rate limits: `most` calls in `seconds` from the first one; more are answered 429 with `Retry-After`. Calls with the
 * same limit share the counter. Writes without a limit use `change`.
 */
export const callLimits = {
  /** Calls before sign-in. `SIGN_INS_PER_MINUTE` overrides it: a whole school may share an address. */
  'sign-in': { most: 300, seconds: minute, of: 'address' },
  /** Calendar feeds are polled by programs: a counter of their own keeps them from blocking sign-ins. */
  feed: { most: 600, seconds: minute, of: 'address' },
  /** More than a person does by hand, less than other users would notice. */
  change: { most: 300, seconds: minute, of: 'person' },
  /** Search as you type. */
  search: { most: 240, seconds: minute, of: 'person' },
  /** D-24: decoding an image is expensive. */
  upload: { most: 20, seconds: hour, of: 'person' },
  letter: { most: 20, seconds: hour, of: 'person' },
  /** D-37: administrators review each entry in the audit log. */
  'login-as': { most: 30, seconds: hour, of: 'person' },
  /** Documents that are rendered on request. */
  document: { most: 60, seconds: 10 * minute, of: 'person' },
} as const satisfies Record<string, CallLimit>

export type CallLimitName = keyof typeof callLimits

/** The limit of a call; undefined for most GET calls. */
export function callLimitOf({ limit, address }: Call): CallLimitName | undefined {
  return limit ?? (methodOf(address) === 'GET' ? undefined : 'change')
}

/** For visitors, `person` limits count per network address, multiplied by this number. */
export const anonymousVisitorsPerAddress = 10
