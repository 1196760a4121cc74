import type { Autopay, AutopayCharge } from '#contract/billing/autopay.ts'
import { ids } from './payment-samples.ts'

/** Charges the instalment of December to the card of the person; a test overrides only the fields that it tests. */
export function autopay(own: Partial<Autopay> = {}): Autopay {
  return {
    uuid: 'cb000000-0000-4000-8000-000000000040',
    contractUuid: ids.maths,
    state: 'on',
    isOwn: true,
    card: '4444',
    agreedAt: '2026-11-10T09:00:00.000Z',
    endReason: null,
    canResume: false,
    charges: [charge()],
    ...own,
  }
}

export function charge(own: Partial<AutopayCharge> = {}): AutopayCharge {
  return {
    paymentUuid: ids.december,
    amount: 12_000_00,
    on: '2026-12-05',
    state: 'planned',
    attempts: 0,
    refusal: null,
    ...own,
  }
}
