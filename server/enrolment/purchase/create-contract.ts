import { randomInt } from 'node:crypto'
import { and, eq, exists, isNull, not } from 'drizzle-orm'
import type { Basket } from '#contract/enrolment/catalog.ts'
import type { Locale } from '#contract/enumerations.ts'
import { holdRights } from '#server/access/family-rights.ts'
import { requireRight } from '#server/access/require-right.ts'
import type { CallViewer } from '#server/access/visible-students.ts'
import { publishEvents } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { baskets, contracts, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns, enrolments, programs, studyGroups, subjects } from '#server/db/schema/programs.ts'
import { buildContractText } from '#server/documents/contract-text.ts'
import { recordAgreement, requireSameText } from '#server/enrolment/contracts/agreements.ts'
import { concludeContracts } from '#server/enrolment/contracts/contract-status.ts'
import type { PlannedInstalment } from '#server/enrolment/contracts/instalments.ts'
import { notifyOfConclusion } from '#server/enrolment/contracts/notify-of-conclusion.ts'
import { firstPaymentDays } from '#server/enrolment/contracts/rules.ts'
import { signingPage } from '#server/enrolment/contracts/signatures.ts'
import type { PricingTime } from '#server/enrolment/groups/late-start-price.ts'
import { takePlace } from '#server/enrolment/groups/places.ts'
import { throwInvalidValue, throwProblem } from '#server/http/http-error.ts'
import { formatAmount, formatDay } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns } from '#server/notifications/notify-users.ts'
import { addDays, type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import { type FoundBasket, findBasket } from './baskets.ts'
import { type BranchTerms, findContractTerms } from './contract-draft.ts'
import { endPurchaseWaits, lockForPurchase } from './course-waiting-list.ts'
import { throwPurchaseObstacle } from './purchase-obstacles.ts'

/** `textHash`: of the text that the viewer has read and agrees to. */
type PurchaseRequest = {
  groceryBasketUuid: string
  campaignUuid: string
  studentUuid?: string | undefined
  textHash?: string | undefined
  branchTerms: BranchTerms
}

/**
 * Creates the contract of a basket, at most once: a repeated call returns the same contract. The place, the number and
 * the payments are created in one transaction. The rows of the student and of the groups are locked, so that two
 * guardians, or two families that want the last place, run one after the other.
 */
export async function createBasketContract(
  transaction: Database,
  viewer: CallViewer,
  currentTime: PricingTime,
  request: PurchaseRequest,
) {
  const which = { basketId: request.groceryBasketUuid, studentId: request.studentUuid }
  const { basket: seen } = await findBasket(transaction, viewer, currentTime, which)
  if (seen.campaignUuid !== request.campaignUuid)
    throwInvalidValue('campaignUuid', 'another', 'The basket is of another campaign')
  const membership = { groupId: seen.group.groupUuid, studentId: seen.student.uuid }
  await holdRights(transaction, viewer.userId)
  await requireRight(transaction, viewer, seen.student.uuid, ['enrols', 'pays'])
  if (seen.contractUuid === null) await lockForPurchase(transaction, membership)
  const found = await findBasket(transaction, viewer, currentTime, { ...which, studentId: membership.studentId })
  const contractUuid =
    found.basket.contractUuid ?? (await createNewContract(transaction, viewer, currentTime, { ...request, found }))
  return { contractUuid, location: `/contracts-and-payments/${contractUuid}` }
}

async function createNewContract(
  transaction: Database,
  viewer: CallViewer,
  currentTime: PricingTime,
  { found, branchTerms, textHash }: PurchaseRequest & { found: FoundBasket },
): Promise<string> {
  const { basket, enrolmentId, lines } = found
  throwPurchaseObstacle(basket.obstacle)
  if (basket.price.agreed !== basket.price.now) throwProblem('price-changed', 'The group costs something else by now')
  const terms = await findContractTerms(transaction, viewer, branchTerms, found)
  const agreedText = textHash === undefined ? null : requireSameText(buildContractText(terms), textHash)
  const membership = { groupId: basket.group.groupUuid, studentId: basket.student.uuid }
  const placeOf = enrolmentId ?? (await findEnrolment(transaction, membership))
  if (enrolmentId === null) {
    if (placeOf === null && !(await takePlace(transaction, membership, currentTime)))
      throwProblem('no-place-left', 'The last place of the group is taken')
    await endPurchaseWaits(transaction, currentTime, membership)
  }
  const { needsSignatures } = terms
  const made = { ...found, enrolmentId: placeOf, needsSignatures }
  const { id, number } = await addContract(transaction, viewer, currentTime, made)
  await addPayments(transaction, id, { lines, needsSignatures })
  // What is signed is agreed to by the signature.
  if (agreedText !== null && !needsSignatures) {
    const { now } = currentTime
    const agreement = { contractId: id, personId: viewer.userId, person: terms.customer, at: now }
    await recordAgreement(transaction, { ...agreement, ...agreedText })
  }
  if (enrolmentId === null) await claimBasket(transaction, basket, id)
  await publishEvents(transaction, currentTime.now, [
    { type: 'contract.created', data: { collection: 'contracts', sourcedId: id, number, status: 'Open' } },
  ])
  if (lines.length === 0 && !needsSignatures) await concludeContracts(transaction, [id], currentTime)
  await notifyBuyer(transaction, currentTime, { viewer, basket, id, number, needsSignatures })
  return id
}

/** An enrolment in the 2035 programme has the place already; the contract takes it over. Null without one. */
async function findEnrolment(
  transaction: Database,
  { groupId, studentId }: { groupId: string; studentId: string },
): Promise<string | null> {
  const hasContract = exists(transaction.select().from(contracts).where(eq(contracts.enrolmentId, enrolments.id)))
  const [own] = await transaction
    .select({ id: enrolments.id })
    .from(enrolments)
    .where(and(eq(enrolments.groupId, groupId), eq(enrolments.studentId, studentId), not(hasContract)))
    .limit(1)
  return own?.id ?? null
}

/** The basket may have been dropped concurrently. */
async function claimBasket(transaction: Database, { groceryBasketUuid }: Basket, contractId: string): Promise<void> {
  const isUnfinished = and(eq(baskets.id, groceryBasketUuid), isNull(baskets.contractId), isNull(baskets.droppedAt))
  const claimed = await transaction
    .update(baskets)
    .set({ contractId })
    .where(isUnfinished)
    .returning({ id: baskets.id })
  if (claimed.length === 0) throwProblem('not-found', 'The basket has just been given up')
}

/** Unique keys decide: one active contract per student and group, and one per enrolment. */
async function addContract(
  transaction: Database,
  viewer: CallViewer,
  { now }: CurrentTime,
  { basket: { group, student, plan, price }, enrolmentId, needsSignatures }: FoundBasket & { needsSignatures: boolean },
) {
  const [terms] = await transaction
    .select({
      campaignId: campaigns.id,
      programId: programs.id,
      territoryId: studyGroups.territoryId,
      schoolYear: campaigns.schoolYear,
      subject: subjects.title,
    })
    .from(studyGroups)
    .innerJoin(campaigns, eq(campaigns.id, studyGroups.campaignId))
    .innerJoin(programs, eq(programs.id, studyGroups.programId))
    .innerJoin(subjects, eq(subjects.code, programs.subjectCode))
    .where(eq(studyGroups.id, group.groupUuid))
  if (!terms) throw new Error('A basket of no group')
  const { schoolYear, subject, ...of } = terms
  const contract = {
    ...of,
    status: 'Open',
    studentId: student.uuid,
    customerId: viewer.userId,
    groupId: group.groupUuid,
    format: group.format,
    enrolmentId,
    paymentScheme: plan.paymentScheme,
    total: price.now,
    createdAt: now,
    needsSignatures,
  } as const
  for (;;) {
    const number = `${schoolYear.slice(2, 4)}-${subject.slice(0, 3).toUpperCase()}-${eightDigits()}`
    const [made] = await transaction
      .insert(contracts)
      .values({ ...contract, number })
      .onConflictDoNothing()
      .returning({ id: contracts.id, number: contracts.number })
    if (made) return made
    const isTaken = (await transaction.$count(contracts, eq(contracts.number, number))) > 0
    if (!isTaken) throwProblem('purchase-refused', 'The student has a contract for this group already')
  }
}

function eightDigits(): string {
  return String(randomInt(100_000_000)).padStart(8, '0')
}

type PlannedPayments = { lines: readonly PlannedInstalment[]; needsSignatures: boolean }

/** Payments by a bank or a fund start as deferred, and all of a contract that its customer has not signed yet. */
async function addPayments(transaction: Database, contractId: string, { lines, needsSignatures }: PlannedPayments) {
  if (lines.length === 0) return
  const rows = lines.map(({ isSlow, ...line }, index) => {
    const status = isSlow || needsSignatures ? ('DeferredPayment' as const) : ('Open' as const)
    return { ...line, contractId, position: index + 1, status }
  })
  await transaction.insert(payments).values(rows)
}

type BoughtContract = { viewer: CallViewer; basket: Basket; id: string; number: string; needsSignatures: boolean }

/** Notifies the buyer of the new contract, and of its first payment or the signature that it waits for. */
async function notifyBuyer(
  transaction: Database,
  { now, timeZone }: CurrentTime,
  { viewer, basket, id, number, needsSignatures }: BoughtContract,
): Promise<void> {
  const [recipient] = await transaction.select(recipientColumns).from(users).where(eq(users.id, viewer.userId))
  if (!recipient) return
  const names = { number, course: basket.course.title, student: basket.student.firstName }
  const [first] = basket.plan.instalments
  if (needsSignatures) {
    const until = addDays(dayInZone(now, timeZone), firstPaymentDays)
    const values = (language: Locale) => ({ ...names, until: formatDay(until, language) })
    await notifyUsers(transaction, now, [{ recipient, kind: 'contract-to-sign', values, path: signingPage(id) }])
    return
  }
  if (first) {
    const { amount, dueOn } = first
    const values = (language: Locale) => ({
      ...names,
      amount: formatAmount(amount, language),
      until: formatDay(dueOn, language),
    })
    await notifyUsers(transaction, now, [{ recipient, kind: 'contract-made', values }])
    return
  }
  await notifyOfConclusion(transaction, id, { now, timeZone })
}
