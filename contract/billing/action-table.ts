import type { ContractStatus, PaymentKind, PaymentStatus } from '#contract/enumerations.ts'
import type { Role } from '#contract/roles.ts'

/** Without zod: the browser may import the values. */

/** Who may do it. The office deals with families; bookkeeping also changes what is owed and paid. */
const office = ['administrator', 'super_administrator', 'user_manager'] as const satisfies readonly Role[]
const bookkeeping = ['administrator', 'super_administrator'] as const satisfies readonly Role[]

const owed = ['Open', 'Error', 'DeferredPayment'] as const satisfies readonly PaymentStatus[]
const asked = ['Open', 'Error'] as const satisfies readonly PaymentStatus[]

type OfContract = {
  of: 'contract'
  /** In which status of the contract. */
  in: readonly ContractStatus[]
  roles: readonly Role[]
  /** Statuses that it leads to; none if the status stays. */
  to: readonly ContractStatus[]
  undo: Undo
}
type OfPayment = {
  of: 'payment'
  /** In which status of the payment, by that of its contract. */
  in: Partial<Record<ContractStatus, readonly PaymentStatus[]>>
  roles: readonly Role[]
  to: readonly PaymentStatus[]
  undo: Undo
}
/** `itself`: its entry of the history is undone. `none`: the law, or a message that was sent, forbids it. */
type Undo = 'itself' | 'none' | 'unfreeze' | 'freeze' | 'clear-error' | 'mark-error' | 'withdraw-termination'

/**
 * What the staff may do with a contract or a payment in each state, by role. The only place that says so: the server decides
 * by it (`findActionObstacle`), pages offer by it, and `docs/contract-actions.md` prints it.
 */
export const actionTable = {
  'note-paper': { of: 'contract', in: ['Open', 'Concluded'], roles: office, to: [], undo: 'itself' },
  freeze: { of: 'contract', in: ['Concluded'], roles: office, to: ['Frozen'], undo: 'unfreeze' },
  unfreeze: { of: 'contract', in: ['Frozen'], roles: office, to: ['Concluded'], undo: 'freeze' },
  'start-termination': {
    of: 'contract',
    in: ['Concluded'],
    roles: office,
    to: ['OnTermination'],
    undo: 'withdraw-termination',
  },
  'withdraw-termination': { of: 'contract', in: ['OnTermination'], roles: office, to: ['Concluded'], undo: 'none' },
  'settle-termination': {
    of: 'contract',
    in: ['OnTermination', 'Termination'],
    roles: office,
    to: ['Termination'],
    undo: 'none',
  },
  end: {
    of: 'contract',
    in: ['Open', 'Concluded', 'Frozen', 'OnTermination'],
    roles: bookkeeping,
    to: ['OnTermination', 'Termination'],
    undo: 'none',
  },
  remind: {
    of: 'payment',
    roles: office,
    to: [],
    undo: 'none',
    in: { Open: asked, Concluded: asked, OnTermination: asked },
  },
  move: {
    of: 'payment',
    roles: office,
    to: [],
    undo: 'itself',
    in: { Open: owed, Concluded: owed, OnTermination: asked },
  },
  split: {
    of: 'payment',
    roles: office,
    to: [],
    undo: 'itself',
    in: { Open: owed, Concluded: owed },
  },
  'mark-paid': {
    of: 'payment',
    roles: bookkeeping,
    to: ['Closed'],
    undo: 'itself',
    in: { Open: owed, Concluded: owed, Frozen: owed, OnTermination: asked },
  },
  'mark-error': {
    of: 'payment',
    roles: office,
    to: ['Error'],
    undo: 'clear-error',
    in: { Open: ['Open'], Concluded: ['Open'] },
  },
  'clear-error': {
    of: 'payment',
    roles: office,
    to: ['Open'],
    undo: 'mark-error',
    in: { Open: ['Error'], Concluded: ['Error'], OnTermination: ['Error'] },
  },
  cancel: {
    of: 'payment',
    roles: bookkeeping,
    to: ['Canceled'],
    undo: 'itself',
    in: { Open: owed, Concluded: owed, OnTermination: asked },
  },
} as const satisfies Record<string, OfContract | OfPayment>

export type ContractAction = keyof typeof actionTable
export const contractActions = Object.keys(actionTable) as [ContractAction, ...ContractAction[]]

/** Those of `contractActions` with a call of their own; the others are made by `POST /v1/admin/contract/{contractId}/action`. */
export const terminationActions = ['start-termination', 'withdraw-termination', 'settle-termination'] as const

/** Why an action is not possible now. */
export const actionObstacles = [
  /** The role may not do it. */
  'role',
  /** Who acts is the customer or the student of the contract. */
  'own',
  /** The status of the contract, or of the payment, does not allow it. */
  'status',
  /** A termination is under way: it is settled or withdrawn. */
  'termination',
  /** A transfer to another group is coming. */
  'transfer',
  /** It is of the 2035 programme, where nothing is reckoned by lessons: it is ended at once. */
  'programme-2035',
  /** It is signed already. */
  'signed',
  /** Nothing is left to pay of it. */
  'paid',
  /** Money was paid of it. */
  'has-money',
  /** The first payment of a contract that it concludes. */
  'first-payment',
  /** It is so already. */
  'same',
  /** The sum does not fit what is left to pay, or what was paid. */
  'amount',
  /** The day does not fit. */
  'day',
  /** A document with this number and day is booked already. */
  'document',
  /** Refunds are returning this money. */
  'refund',
  /** The family has been reminded today. */
  'reminded',
  /** A bank or a fund pays it. */
  'institution',
] as const
export type ActionObstacle = (typeof actionObstacles)[number]

/** Whether the table has a cell for it; what else it depends on is not in the table. */
export function isActionInTable(
  action: ContractAction,
  { contract, payment }: { contract: ContractStatus; payment: PaymentStatus | null },
): boolean {
  const row: OfContract | OfPayment = actionTable[action]
  if (row.of === 'contract') return payment === null && row.in.includes(contract)
  return payment !== null && row.in[contract]?.includes(payment) === true
}

/** What a bank or a fund pays: the customer is not reminded of it. */
export const institutionPaymentKinds: readonly PaymentKind[] = ['bank', 'fund']

export function mayRoleAct(action: ContractAction, roles: readonly Role[]): boolean {
  const row: OfContract | OfPayment = actionTable[action]
  return roles.some((role) => row.roles.includes(role))
}

/** A reminder changes nothing, and its message is the usual one (decision 122). */
export function needsReason(action: ContractAction): boolean {
  return action !== 'remind'
}

/**
 * How each value of an enumeration of contracts and payments comes about in the product: by an action of the table, by a call,
 * or by a job that a call has prepared.
 */
export const valueSources = {
  contractStatus: {
    Open: { call: 'POST /v1/profile/contract/create-by-grocery-basket' },
    Concluded: { action: 'unfreeze' },
    Frozen: { action: 'freeze' },
    OnTermination: { action: 'start-termination' },
    Termination: { action: 'end' },
    NotPaid: { job: 'expire-unpaid-contracts' },
  },
  paymentStatus: {
    Open: { action: 'clear-error' },
    Closed: { action: 'mark-paid' },
    Canceled: { action: 'cancel' },
    Error: { action: 'mark-error' },
    DeferredPayment: { action: 'freeze' },
  },
  operationKind: {
    ReceivingDS: { action: 'mark-paid' },
    ReturnDS: { action: 'settle-termination' },
    ReturnTransferDS: { job: 'carry-out-terminations' },
    ReceivingTransferDS: { job: 'carry-out-terminations' },
  },
  paymentScheme: {
    StepByStep: { call: 'POST /v1/catalog/basket' },
    OnePayment: { call: 'POST /v1/catalog/basket' },
    Recurent: { call: 'POST /v1/catalog/basket' },
    BankInstallmentPlan: { call: 'POST /v1/catalog/basket' },
    Combo: { call: 'POST /v1/catalog/basket' },
    MaternalCapital: { call: 'POST /v1/catalog/basket' },
  },
} as const
