import {
  acceptSigningAgreement,
  countersignContract as countersignContractCall,
  readContractSigning,
  readCountersignable,
  sendSigningCode as sendSigningCodeCall,
  signContract as signContractCall,
} from '#contract/enrolment/signing.ts'
import type { App } from '#server/app-types.ts'
import { createOneTimeCodes } from '#server/auth/codes/one-time-codes.ts'
import { toContractText } from '#server/documents/contract-text.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { findTextToSign } from './contract-to-sign.ts'
import { countersignContract, findCountersignable } from './countersign.ts'
import { sendSigningCode, signContract } from './sign-contract.ts'
import { acceptAgreement, findSigningAgreement, requireSigning } from './signing-agreement.ts'

/** Simple electronic signatures of contracts: of the customer by a code, of the school in the panel. */
export async function signingRoutes(app: App): Promise<void> {
  const { database, clock, env } = app
  const codes = createOneTimeCodes(app)
  const textTerms = () => ({ payees: env.PAYEES, now: clock(), timeZone: env.TIME_ZONE })

  registerCall(app, readContractSigning, async ({ session: { userId }, params: { contractId } }) => {
    const { text } = await findTextToSign(database, { userId, contractId, ...textTerms() })
    const agreement = await findSigningAgreement(database, requireSigning(env), userId)
    return { text: toContractText(text), agreement }
  })

  registerCall(app, acceptSigningAgreement, async ({ session: { userId }, params: { contractId }, body }) => {
    await findTextToSign(database, { userId, contractId, ...textTerms() })
    const accepted = { personId: userId, readHash: body.hash, at: clock() }
    await acceptAgreement(database, requireSigning(env), accepted)
    return undefined
  })

  registerCall(app, sendSigningCodeCall, ({ session, language, params: { contractId }, body }) =>
    sendSigningCode(app, codes, { session, language, contractId, ...body }),
  )

  registerCall(app, signContractCall, ({ session, language, params: { contractId }, body }) =>
    signContract(app, codes, { session, language, contractId, ...body }),
  )

  registerCall(app, readCountersignable, ({ params: { contractId } }) => findCountersignable(database, contractId))

  registerCall(app, countersignContractCall, ({ session, params: { contractId }, database: transaction }) =>
    countersignContract(transaction, { session, contractId, now: clock() }),
  )
}
