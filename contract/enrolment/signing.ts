import { z } from 'zod'
import { oneTimeCode } from '#contract/auth/account.ts'
import { call } from '#contract/call.ts'
import { signatureMethods, signatureSides } from '#contract/enumerations.ts'
import { iso, uuid } from '#contract/schemas.ts'
import { contractText, textHash } from './contract-text.ts'

const ofContract = z.object({ contractId: uuid })
const admin = { who: 'check', check: 'admin' } as const

/** The agreement on the use of a simple electronic signature. In Russian, like the contract. */
const signingAgreement = z.object({
  version: z.string(),
  hash: textHash,
  paragraphs: z.array(z.string()),
  /** The person has agreed to this text. */
  isAccepted: z.boolean(),
})

export const contractSigning = z.object({ text: contractText, agreement: signingAgreement })
export type ContractSigning = z.infer<typeof contractSigning>

export const readContractSigning = call('GET /v1/profile/contract/{contractId}/signing', {
  summary:
    'What the customer of a contract reads before signing it. 409 `state-conflict` if it waits for no signature of theirs',
  added: true,
  access: { who: 'signed-in' },
  params: ofContract,
  answer: contractSigning,
})

export const acceptSigningAgreement = call('POST /v1/profile/contract/{contractId}/signing/agree', {
  summary:
    'Agrees to the use of a simple electronic signature. 409 `contract-text-changed` if it is another text by now',
  added: true,
  access: { who: 'signed-in' },
  params: ofContract,
  body: z.strictObject({ hash: textHash }),
})

export const sendSigningCode = call('POST /v1/profile/contract/{contractId}/signing/send', {
  summary:
    'Sends the code that signs this text. 409 `contract-text-changed` if contract or agreement are others by now',
  added: true,
  access: { who: 'signed-in' },
  params: ofContract,
  body: z.strictObject({ textHash }),
  answer: z.object({
    noResendExpiresIn: z.int(),
    channel: z.enum(['phone', 'email']),
    /** Masked. */
    target: z.string(),
  }),
})

export const signContract = call('POST /v1/profile/contract/{contractId}/signing/sign', {
  summary: 'Signs the text with the code that was sent for it; a contract that the person has signed stays as it is',
  added: true,
  access: { who: 'signed-in' },
  audited: 'contract.signed',
  params: ofContract,
  body: z.strictObject({ textHash, code: oneTimeCode }),
  answer: z.object({ signedAt: iso }),
})

/** A simple electronic signature as it is shown and printed. */
export const signature = z.object({
  side: z.enum(signatureSides),
  /** The public verification names initials. */
  person: z.string(),
  /** Position and power of who signed for the school. */
  capacity: z.string().nullable(),
  method: z.enum(signatureMethods),
  at: iso,
})
export type Signature = z.infer<typeof signature>

/** A contract as its counterpart at the school reads it. */
const countersignable = z.object({ number: z.string(), text: contractText, customerSignature: signature })
export type Countersignable = z.infer<typeof countersignable>

export const readCountersignable = call('GET /v1/admin/contract/{contractId}/signing', {
  summary:
    'The text that the customer has signed, for who signs for the school. 409 `state-conflict` if it does not wait for the school',
  added: true,
  access: admin,
  params: ofContract,
  answer: countersignable,
})

export const countersignContract = call('POST /v1/admin/contract/{contractId}/sign', {
  summary:
    'Signs a contract for the school after its customer has signed. 409 `state-conflict` if it is signed or has ended',
  added: true,
  access: admin,
  audited: 'contract.countersigned',
  freshTwoFactor: 'if-available',
  idempotent: true,
  params: ofContract,
  answer: z.object({ signedAt: iso }),
})
