/** Events that other systems can subscribe to (docs/webhooks.md). Without zod. */
export const webhookEvents = [
  'contract.created',
  'contract.changed',
  'transfer.requested',
  'transfer.withdrawn',
  'transfer.applied',
  'enrolment.created',
  'enrolment.withdrawn',
  'ticket.created',
  'ticket.updated',
  'profile.changed',
  'certificate.requested',
  'payment.booked',
  'waiting-list.offered',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]
