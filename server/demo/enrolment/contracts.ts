import type { ContractStatus, OperationKind, PaymentStatus } from '#contract/enumerations.ts'
import { firstPaymentGraceDays } from '#contract/limits.ts'
import type { contractStates, contracts, operations, payments } from '#server/db/schema/contracts.ts'
import type { Student } from '#server/demo/people/people.ts'
import type { Random } from '#server/demo/rows/random.ts'
import { type PlannedInstalment, planInstalments } from '#server/enrolment/contracts/instalments.ts'
import { demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { addDays, type Day, dayInZone, zonedInstant } from '#server/time/calendar-days.ts'
import type { PlannedContract } from './planned-contracts.ts'

type Payer = { payerId: string | null; payerName: string | null }
type OperationRow = typeof operations.$inferInsert & Payer & { kind: OperationKind; amount: number; at: Date }
type Paid = {
  row: typeof payments.$inferInsert & { status: PaymentStatus; amount: number }
  operations: OperationRow[]
}
export type SignedContract = { row: typeof contracts.$inferInsert & { id: string }; payments: Paid[] }

type Moment = { today: Day; timeZone: string }

/** The contracts of one customer with payments, returns and transfers between them. */
export function createContracts(
  random: Random,
  agreements: readonly PlannedContract[],
  moment: Moment,
): SignedContract[] {
  const signed = agreements.map((agreement) => contractOf(random, agreement, moment))
  for (const [index, agreement] of agreements.entries()) {
    if (agreement.status !== 'Termination' || agreement.leftOn === null) continue
    const until = addDays(agreement.leftOn, 3)
    const at = zonedInstant(until < moment.today ? until : agreement.leftOn, '12:00', moment.timeZone)
    returnRest(
      random,
      signed[index] as SignedContract,
      signed.filter(({ row }) => row.status === 'Concluded'),
      at,
    )
  }
  return signed
}

function contractOf(random: Random, agreement: PlannedContract, moment: Moment): SignedContract {
  const { student, campaign, program, group, status, scheme, signedOn, total } = agreement
  const id = random.uuid()
  const contract: SignedContract = {
    row: {
      id,
      number: `${campaign.schoolYear.slice(2, 4)}-${program.mark}-${String(random.integer(0, 99_999_999)).padStart(8, '0')}`,
      status,
      studentId: student.person.id,
      customerId: student.customer.id,
      campaignId: campaign.id,
      programId: program.id,
      groupId: group?.row.id ?? null,
      territoryId: group?.row.territoryId ?? null,
      format: group?.row.format ?? 'offline',
      paymentScheme: scheme,
      total,
      needsSignatures: needsSignatures(agreement),
      createdAt: zonedInstant(signedOn, '11:20', moment.timeZone),
    },
    payments: planInstalments(scheme, total, { signedOn, endsOn: group?.row.endsOn ?? campaign.endsOn }).map(
      (instalment, index) => {
        const paymentId = random.uuid()
        const { title, kind, dueOn, amount } = instalment
        const planned = receiptsOf(random, agreement, instalment, index, moment)
        const paid = isConclusion(agreement, index, planned) ? paidAtSigning(agreement, amount, moment) : planned
        return {
          row: { id: paymentId, contractId: id, position: index + 1, title, kind, dueOn, amount, status: paid.status },
          operations: paid.receipts.map((receipt) => {
            return {
              id: random.uuid(),
              paymentId,
              kind: 'ReceivingDS',
              externalId: null,
              ...receipt,
              ...payerOf(student, instalment, index),
            }
          }),
        }
      },
    ),
  }
  contract.row.concludedOn = conclusionDay(contract, moment)
  return contract
}

/** A contract is concluded on the day when its first payment is in. */
function conclusionDay({ payments: [first] }: SignedContract, { timeZone }: Moment): Day | null {
  const receipts = first?.operations ?? []
  return receipts.length > 0 ? dayInZone(lastAt(receipts), timeZone) : null
}

/** The academy signs with codes (`school.json`): the new contract of a demo family waits for its customer. */
function needsSignatures({ status, campaign, student }: PlannedContract): boolean {
  return status === 'Open' && campaign.branch === 'academy' && student.isShown
}

/** Without its first payment a contract would not be concluded. */
function isConclusion({ status }: PlannedContract, index: number, { status: paid }: Receipts): boolean {
  return index === 0 && (status === 'Concluded' || status === 'OnTermination') && paid !== 'Closed'
}

function paidAtSigning({ signedOn }: PlannedContract, amount: number, { timeZone }: Moment): Receipts {
  return { status: 'Closed', receipts: [{ amount, at: zonedInstant(signedOn, '15:40', timeZone) }] }
}

type Receipts = { status: PaymentStatus; receipts: { amount: number; at: Date }[] }

/** The state of one payment as of today. */
function receiptsOf(
  random: Random,
  agreement: PlannedContract,
  line: PlannedInstalment,
  index: number,
  moment: Moment,
): Receipts {
  const { status, leftOn, group } = agreement
  const { dueOn, amount, isSlow } = line
  /** Every payment of a past year is paid or cancelled. The family with three children owes nothing, others may. */
  const isSettled = group === null || agreement.student.customer.subject === demoSubject('family')
  const isDue = dueOn < moment.today
  const nothing = (state: PaymentStatus): Receipts => ({ status: state, receipts: [] })
  const closed = (): Receipts => ({ status: 'Closed', receipts: split(random, amount, payday(random, line, moment)) })
  const expected = () => nothing(isSlow || needsSignatures(agreement) ? 'DeferredPayment' : 'Open')

  switch (status) {
    case 'Open':
      return expected()
    case 'NotPaid':
      return nothing('Canceled')
    case 'Frozen':
      return isDue && dueOn <= (leftOn ?? dueOn) ? closed() : nothing('DeferredPayment')
    case 'OnTermination':
      if (isDue) return closed()
      return nothing(index === 0 ? 'Open' : 'Canceled')
    case 'Termination':
      return isDue && dueOn < (leftOn ?? dueOn) ? closed() : nothing('Canceled')
    case 'Concluded':
      if (!isDue) return expected()
      return random.weighted([
        [closed, isSettled ? 100 : 88],
        [() => partly(random, line, moment), isSettled ? 0 : 5],
        [() => nothing('Open'), isSettled ? 0 : 4],
        [() => nothing('Error'), isSettled ? 0 : 3],
      ] as const)()
  }
}

function partly(random: Random, line: PlannedInstalment, moment: Moment): Receipts {
  const amount = Math.max(100, Math.floor(line.amount / 200) * 100)
  return { status: 'Open', receipts: amount < line.amount ? [{ amount, at: payday(random, line, moment) }] : [] }
}

/** In the daytime of one of the days before the due date. */
function payday(random: Random, { dueOn }: PlannedInstalment, { timeZone }: Moment): Date {
  const time = `${String(random.integer(9, 21)).padStart(2, '0')}:${String(random.integer(0, 59)).padStart(2, '0')}`
  return zonedInstant(addDays(dueOn, -random.integer(0, 3)), time, timeZone)
}

function split(random: Random, amount: number, at: Date): Receipts['receipts'] {
  const first = Math.floor(amount / 300) * 100
  if (first === 0 || !random.chance(0.08)) return [{ amount, at }]
  return [
    { amount: first, at },
    { amount: amount - first, at: new Date(at.getTime() + 7 * 60_000) },
  ]
}

/**
 * The last paid payment of a terminated contract is cancelled and two thirds of it are returned: transferred to another
 * contract of the customer that has an unpaid payment, otherwise paid back.
 */
function returnRest(random: Random, ended: SignedContract, others: readonly SignedContract[], at: Date) {
  const paid = ended.payments.findLast(({ row, operations }) => row.status === 'Closed' && lastAt(operations) < at)
  if (!paid) return
  const back = Math.ceil(paid.row.amount / 300) * 200
  const target = others
    .filter(({ row }) => row.createdAt < at)
    .flatMap((contract) => contract.payments)
    .find((line) => line.row.amount > back && (isUnpaid(line) || isPaidLater(line, at)))
  paid.row.status = 'Canceled'
  paid.operations.push(operationOf(random, paid, target ? 'ReturnTransferDS' : 'ReturnDS', back, at))
  if (!target) return
  for (const receipt of target.operations) receipt.amount -= back
  target.operations.push(
    operationOf(random, { ...target, operations: paid.operations }, 'ReceivingTransferDS', back, at),
  )
}

function isUnpaid({ row, operations }: Paid): boolean {
  return row.status === 'Open' && operations.length === 0
}

/** The transfer comes first, the rest is paid after it. */
function isPaidLater({ row, operations }: Paid, at: Date): boolean {
  return row.status === 'Closed' && operations.length === 1 && lastAt(operations) > at
}

/** A return goes to the payer of the payment. */
function operationOf(
  random: Random,
  { row, operations: [paid] }: Paid,
  kind: OperationKind,
  amount: number,
  at: Date,
): OperationRow {
  const { payerId = null, payerName = null } = paid ?? {}
  return { id: random.uuid(), paymentId: row.id as string, kind, amount, at, payerId, payerName, externalId: null }
}

/** The customer, a fund, or a grandmother who pays every second payment for one of the demo children. */
function payerOf({ person, customer }: Student, { kind }: PlannedInstalment, index: number): Payer {
  if (kind === 'fund') return { payerId: null, payerName: 'Социальный фонд России' }
  const isHelpedWith = person.firstName === 'Никита' && person.lastName === 'Морозов' && index % 2 === 1
  return isHelpedWith
    ? { payerId: null, payerName: 'Морозова Нина Павловна' }
    : { payerId: customer.id, payerName: null }
}

function lastAt(operations: readonly OperationRow[]): Date {
  return new Date(Math.max(...operations.map(({ at }) => at.getTime())))
}

type Step = { status: ContractStatus; on: Day; time: string }

/** The status history of a contract. The last entry is its status; none lies before its creation or after now. */
export function createContractStates(
  random: Random,
  { row, payments: [first] }: SignedContract,
  { status, leftOn }: PlannedContract,
  { now, today, timeZone }: Moment & { now: Date },
): (typeof contractStates.$inferInsert)[] {
  const concluded: Step[] = row.concludedOn ? [{ status: 'Concluded', on: row.concludedOn, time: '21:59' }] : []
  const leaving = addDays(leftOn ?? today, -random.integer(3, 12))
  const steps: Record<ContractStatus, Step[]> = {
    Open: [],
    NotPaid: [{ status, on: addDays(first?.row.dueOn ?? today, firstPaymentGraceDays + 1), time: '09:00' }],
    Concluded: concluded,
    Frozen: [...concluded, { status, on: leftOn ?? today, time: '16:30' }],
    OnTermination: [...concluded, { status, on: leaving, time: '16:30' }],
    Termination: [
      ...concluded,
      { status: 'OnTermination', on: leaving, time: '16:30' },
      { status, on: leftOn ?? today, time: '17:15' },
    ],
  }
  let earliest = row.createdAt.getTime()
  return steps[status].map((step) => {
    // A contract may be signed and terminated on the same day.
    earliest = Math.max(earliest + 1000, Math.min(zonedInstant(step.on, step.time, timeZone).getTime(), now.getTime()))
    return { id: random.uuid(), contractId: row.id, status: step.status, at: new Date(earliest) }
  })
}
