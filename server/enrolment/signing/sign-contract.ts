import { and, eq, exists } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { App, Session } from '#server/app-types.ts'
import { maskContact } from '#server/auth/codes/one-time-code-rules.ts'
import type { OneTimeCodes } from '#server/auth/codes/one-time-codes.ts'
import { publishEvents } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { oneTimeCodes } from '#server/db/schema/one-time-codes.ts'
import { campaigns } from '#server/db/schema/programs.ts'
import { contractSignatures } from '#server/db/schema/signatures.ts'
import { recordAgreement, requireSameText } from '#server/enrolment/contracts/agreements.ts'
import { concludeContracts } from '#server/enrolment/contracts/contract-status.ts'
import { notifyOfConclusion } from '#server/enrolment/contracts/notify-of-conclusion.ts'
import { openPayments } from '#server/enrolment/contracts/unsigned-payments.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { currentRequestContext } from '#server/http/request-context.ts'
import { channelOf, type Target } from '#server/notifications/queue-message.ts'
import { audit } from '#server/security/audit-log.ts'
import { findOwnContract, findTextToSign, lockForSigning } from './contract-to-sign.ts'
import { signForSchool } from './countersign.ts'
import { findSigningAgreement, requireSigning } from './signing-agreement.ts'

type Signing = { session: Session; contractId: string; textHash: string; language: Locale }

/** Sends the code that signs this text and nothing else. */
export async function sendSigningCode(app: App, codes: OneTimeCodes, request: Signing) {
  const { userId } = request.session
  const { number } = await requireReadText(app, app.database, request)
  const to = contactOf(request.session)
  const { channel, target } = channelOf(to)
  const code = { userId, purpose: 'signature', to, language: request.language, subject: subjectOf(request) } as const
  const sent = await codes.send({ ...code, number })
  return { ...sent, channel, target: maskContact(target) }
}

/**
 * Signs with the code: agreement and signature are recorded, the payments become due, and the representative whom the
 * school's file names signs at once. A contract that the person has signed already answers with that signature, because an
 * answer may be lost.
 */
export async function signContract(
  app: App,
  codes: OneTimeCodes,
  request: Signing & { code: string },
): Promise<{ signedAt: string }> {
  const { session, contractId, language, code } = request
  const { userId } = session
  const { signedAt } = await findOwnContract(app.database, { userId, contractId })
  if (signedAt !== null) return { signedAt }
  // Before a try of the code is spent.
  await requireReadText(app, app.database, request)
  const to = contactOf(session)
  const at = await codes.redeem(
    { userId, purpose: 'signature', to, language, code, subject: subjectOf(request) },
    {
      apply: (transaction, now) => sign(app, transaction, { ...request, to, now }),
      isApplied: (database) => {
        const isByThisCode = and(
          eq(contractSignatures.contractId, contractId),
          eq(contractSignatures.side, 'customer'),
          eq(contractSignatures.at, oneTimeCodes.usedAt),
        )
        return exists(database.select({ side: contractSignatures.side }).from(contractSignatures).where(isByThisCode))
      },
    },
  )
  return { signedAt: at.toISOString() }
}

async function sign(app: App, transaction: Database, request: Signing & { to: Target; now: Date }): Promise<void> {
  const { session, contractId, to, now } = request
  const { userId: personId } = session
  await lockForSigning(transaction, contractId)
  const { customer: person, number, ...agreed } = await requireReadText(app, transaction, request, now)
  const { agreementHash, ...text } = agreed
  await recordAgreement(transaction, { ...text, contractId, personId, person, at: now })
  const { channel, target } = channelOf(to)
  const { address } = currentRequestContext()
  await transaction.insert(contractSignatures).values({
    contractId,
    side: 'customer',
    personId,
    person,
    agreementHash,
    at: now,
    address,
    method: channel === 'phone' ? 'sms-code' : 'email-code',
    target: maskContact(target),
  })
  await audit(transaction, { at: now, action: 'contract.signed', subjectId: personId, detail: number })
  const currentTime = { now, timeZone: app.env.TIME_ZONE }
  await openPayments(transaction, [contractId], currentTime)
  const isFree = (await transaction.$count(payments, eq(payments.contractId, contractId))) === 0
  const concluded = isFree ? await concludeContracts(transaction, [contractId], currentTime) : []
  if (concluded.length > 0) await notifyOfConclusion(transaction, contractId, currentTime)
  const [contract] = await transaction
    .select({ status: contracts.status, branch: campaigns.branch })
    .from(contracts)
    .innerJoin(campaigns, eq(campaigns.id, contracts.campaignId))
    .where(eq(contracts.id, contractId))
  if (!contract) throw new Error('A contract without a campaign')
  const { status, branch } = contract
  // The conclusion of a contract is published with it.
  if (concluded.length === 0)
    await publishEvents(transaction, now, [
      { type: 'contract.changed', data: { collection: 'contracts', sourcedId: contractId, status } },
    ])
  const { representative } = requireSigning(app.env).branches[branch] ?? {}
  if (!representative) return
  const { name, position, basis } = representative
  await signForSchool(transaction, contractId, {
    person: name,
    capacity: `${position}, действует на основании ${basis}`,
    personId: null,
    method: 'automatic',
    address: null,
    at: now,
  })
}

/** The text if it is the one that was read, and the agreement on the signature that the person has accepted; 409 else. */
async function requireReadText(
  app: App,
  database: Database,
  { session, contractId, textHash }: Signing,
  now = app.clock(),
) {
  const { userId } = session
  const { text, ...contract } = await findTextToSign(database, {
    userId,
    contractId,
    payees: app.env.PAYEES,
    now,
    timeZone: app.env.TIME_ZONE,
  })
  const agreement = await findSigningAgreement(database, requireSigning(app.env), userId)
  if (!agreement.isAccepted) throwProblem('contract-text-changed', 'The agreement on signatures is not accepted')
  return { ...contract, ...requireSameText(text, textHash), agreementHash: agreement.hash }
}

function subjectOf({ contractId, textHash }: Pick<Signing, 'contractId' | 'textHash'>): string {
  return `${contractId} ${textHash}`
}

/** The phone, or the email without one, as for a two-factor code. */
function contactOf({ user: { phone, email } }: Session): Target {
  if (phone) return { phone }
  return email ? { email } : throwProblem('no-second-factor', 'The user has neither phone nor email')
}
