import type { Contract } from '#contract/enrolment/contracts.ts'
import type { ContractSigning } from '#contract/enrolment/signing.ts'
import { contract, payment } from './contract-samples.ts'

export const contractToSign = {
  uuid: '00000000-0000-4000-8000-000000000020',
  number: '26-М-0020',
  textHash: 'ab'.repeat(32),
  agreementHash: 'cd'.repeat(32),
}

const { uuid, number, textHash, agreementHash } = contractToSign

/** A contract of the signed-in customer that waits for the signatures; `own` says how far they are. */
export function unsignedContract(own: Partial<NonNullable<Contract['signing']>> = {}): Contract {
  return contract({
    uuid,
    number,
    status: 'Open',
    concludedOn: null,
    total: 24_000_00,
    debt: 24_000_00,
    payments: [payment({ status: 'DeferredPayment', dueOn: '2026-12-05', amount: 24_000_00 })],
    signing: {
      customer: 'Соколова Анна',
      isOwn: true,
      until: '2026-11-28',
      customerAt: null,
      schoolAt: null,
      ...own,
    },
  })
}

/** What its customer reads. */
export function signingText({ isAccepted = false } = {}): ContractSigning {
  return {
    text: {
      version: '2026-11-29',
      hash: textHash,
      needsSignature: true,
      parts: [
        { kind: 'heading', text: '1. Стороны' },
        { kind: 'facts', facts: [['Заказчик', 'Соколова Анна']] },
        { kind: 'paragraph', text: 'Подпись заказчика – одноразовый код.' },
      ],
    },
    agreement: {
      version: '2026-11-30',
      hash: agreementHash,
      isAccepted,
      paragraphs: ['Код из сообщения стороны признают подписью.'],
    },
  }
}
