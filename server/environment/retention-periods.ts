/**
 * How long each kind of record is kept: the only table of these periods. `least` is what the product or the law needs, and
 * `usual` what applies if the school's file says nothing.
 */
export const retentionPeriods = {
  /** One-time messages are not repeated while they are kept. */
  messages: { unit: 'days', usual: 30, least: 30, most: 3650, what: 'the list of sent messages, without their texts' },
  notifications: { unit: 'days', usual: 365, least: 30, most: 3650, what: 'notifications in the application' },
  devices: { unit: 'days', usual: 400, least: 30, most: 400, what: 'browsers without a sign-in since' },
  signInChanges: {
    unit: 'days',
    usual: 30,
    least: 1,
    most: 3650,
    what: 'former contacts, after their link «It was not me» has expired',
  },
  cards: { unit: 'days', usual: 30, least: 1, most: 365, what: 'saved cards, after automatic payments have ended' },
  rejections: { unit: 'days', usual: 90, least: 90, most: 3650, what: 'refused attempts of visitors in the audit log' },
  unmappedRoles: {
    unit: 'days',
    usual: 30,
    least: 1,
    most: 365,
    what: 'values of the provider’s claims that gave no role',
  },
  imports: { unit: 'days', usual: 365, least: 30, most: 3650, what: 'the history of imports with their findings' },
  /** A day more than the integration API reads back, so that a reading that has begun in time ends. */
  changes: {
    unit: 'days',
    usual: 401,
    least: 401,
    most: 3650,
    what: 'when records have changed, for the integration API',
  },
  webhooks: { unit: 'days', usual: 30, least: 7, most: 365, what: 'the log of webhooks' },
  dataRequests: {
    unit: 'days',
    usual: 1095,
    least: 365,
    most: 3650,
    what: 'answered requests about personal data; of deletions who and when stays',
  },
  documents: {
    unit: 'years',
    usual: 5,
    least: 5,
    most: 75,
    what: 'names in contracts, payments and certificates of people whose data was deleted, after the end of the year',
  },
} as const satisfies Record<
  string,
  { unit: 'days' | 'years'; usual: number; least: number; most: number; what: string }
>
export type RetentionKind = keyof typeof retentionPeriods

type SchoolPeriods = { retention?: { [Kind in RetentionKind]?: number | undefined } | undefined }

/** The period of a kind, in its unit. */
export function retentionOf(school: SchoolPeriods, kind: RetentionKind): number {
  return school.retention?.[kind] ?? retentionPeriods[kind].usual
}
