/** Counter key of a limit: the user over all sessions, or the network address. */
export type CallLimit = { max: number; seconds: number; of: 'person' | 'address' }

const minute = 60
const hour = 60 * minute

/**
 * Rate limits: `max` calls in `seconds` from the first one; more are answered 429 with `Retry-After`. Calls with the
 * same limit share the counter. Writes without a limit use `change`.
 */
export const callLimits = {
  /** Calls before sign-in. `SIGN_INS_PER_MINUTE` overrides it: a whole school may share an address. */
  'sign-in': { max: 300, seconds: minute, of: 'address' },
  /** Logout tokens: a provider may end the sessions of a whole school at once. */
  'provider-logout': { max: 3000, seconds: minute, of: 'address' },
  /** Notifications of a payment provider, which sends them for all payments of the school. */
  'payment-notification': { max: 12_000, seconds: minute, of: 'address' },
  /** Anyone may verify a printed contract. */
  'contract-verification': { max: 60, seconds: minute, of: 'address' },
  /** Calendar feeds are polled by programs: a counter of their own keeps them from blocking sign-ins. */
  feed: { max: 600, seconds: minute, of: 'address' },
  /** More than a person does by hand, less than other users would notice. */
  change: { max: 300, seconds: minute, of: 'person' },
  /** Search as you type. */
  search: { max: 240, seconds: minute, of: 'person' },
  /** Decoding an image is expensive. */
  upload: { max: 20, seconds: hour, of: 'person' },
  'ticket-file': { max: 60, seconds: hour, of: 'person' },
  'import-file': { max: 60, seconds: hour, of: 'person' },
  ticket: { max: 20, seconds: hour, of: 'person' },
  /** Administrators review each entry in the audit log. */
  'login-as': { max: 30, seconds: hour, of: 'person' },
  /** Requests for tokens of the integration API. */
  'integration-token': { max: 60, seconds: minute, of: 'address' },
  /** Calls of the integration API; a service account counts as a person. */
  integration: { max: 600, seconds: minute, of: 'person' },
  /** Documents that are rendered on request. */
  document: { max: 60, seconds: 10 * minute, of: 'person' },
  /** Each makes a payment at the provider. */
  checkout: { max: 20, seconds: 10 * minute, of: 'person' },
  /** The page of a payment asks again until it is decided, in several tabs. */
  'checkout-state': { max: 120, seconds: minute, of: 'person' },
} as const satisfies Record<string, CallLimit>

export type CallLimitName = keyof typeof callLimits

/** For visitors, `person` limits count per network address, multiplied by this number. */
export const anonymousVisitorsPerAddress = 10
