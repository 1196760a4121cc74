import {
  type ActionObstacle,
  actionTable,
  type ContractAction,
  institutionPaymentKinds,
  isActionInTable,
  mayRoleAct,
} from '#contract/billing/action-table.ts'
import type { ActionTerms } from '#contract/billing/contract-actions.ts'
import type { ContractStatus, PaymentKind, PaymentStatus } from '#contract/enumerations.ts'
import type { Role } from '#contract/roles.ts'
import { leftOf } from '#server/enrolment/contracts/rules.ts'
import { addDays, type Day } from '#server/time/calendar-days.ts'

/** Days for which a contract may be frozen, and by which a payment may be moved ahead. */
const maxFreezeDays = 366

/** What decides about an action, besides who does it. */
export type ActionFacts = {
  today: Day
  contract: {
    status: ContractStatus
    /** Who acts is its customer, its student or a guardian of the student. */
    isOwn: boolean
    /** Kopecks that the school holds and is not returning already. */
    held: number
    /** Its customer has signed, with a code or on a paper that was noted. */
    isSigned: boolean
    hasTermination: boolean
    /** The termination is being settled. */
    isReturning: boolean
    /** Kopecks that the staff has to transfer, of the termination that is being settled. */
    toTransfer: number
    hasTransfer: boolean
    isProgramme2035: boolean
  }
  payment: {
    kind: PaymentKind
    status: PaymentStatus
    amount: number
    paid: number
    dueOn: Day
    /** The first one of the contract. */
    isFirst: boolean
    /** Documents that are booked, as `documentKey` names them. */
    documents: readonly string[]
    wasReminded: boolean
  } | null
}

/** A document of a bank has its number anew each year. */
export function documentKey({ paidOn, documentNumber }: { paidOn: Day; documentNumber: string }): string {
  return `${paidOn}/${documentNumber}`
}

/**
 * Why an action is not possible; null if it is. The only decision about actions of the staff: the table, the role and the
 * facts. Without `terms` it says whether the action can be offered.
 */
export function findActionObstacle(
  action: ContractAction,
  facts: ActionFacts,
  { roles, terms = null }: { roles: readonly Role[]; terms?: ActionTerms | null },
): ActionObstacle | null {
  const { contract, payment } = facts
  if (!isActionInTable(action, { contract: contract.status, payment: payment?.status ?? null })) return 'status'
  if (!mayRoleAct(action, roles)) return 'role'
  if (contract.isOwn) return 'own'
  return obstacleOfContract(action, facts) ?? obstacleOfPayment(action, facts) ?? obstacleOfTerms(terms, facts)
}

function obstacleOfContract(action: ContractAction, { contract }: ActionFacts): ActionObstacle | null {
  if (action === 'note-paper') return contract.isSigned ? 'signed' : null
  if (action === 'withdraw-termination') return contract.hasTermination && !contract.isReturning ? null : 'termination'
  if (action === 'settle-termination') return contract.toTransfer > 0 ? null : 'termination'
  if (action === 'start-termination') return contract.isProgramme2035 ? 'programme-2035' : null
  if (action === 'end' && contract.hasTermination) return 'termination'
  return (action === 'freeze' || action === 'end') && contract.hasTransfer ? 'transfer' : null
}

function obstacleOfPayment(action: ContractAction, { contract, payment }: ActionFacts): ActionObstacle | null {
  if (!payment) return null
  if (leftOf(payment) === 0) return 'paid'
  if (action === 'remind' && institutionPaymentKinds.includes(payment.kind)) return 'institution'
  if (action === 'remind') return payment.wasReminded ? 'reminded' : null
  if (action !== 'cancel') return null
  if (payment.paid > 0) return 'has-money'
  return contract.status === 'Open' && payment.isFirst ? 'first-payment' : null
}

function obstacleOfTerms(terms: ActionTerms | null, { contract, payment, today }: ActionFacts): ActionObstacle | null {
  switch (terms?.action) {
    case 'note-paper':
      return terms.signedOn > today ? 'day' : null
    case 'freeze':
      return terms.until < today || terms.until > addDays(today, maxFreezeDays) ? 'day' : null
    case 'end':
      return terms.kept > contract.held ? 'amount' : null
    case 'move':
      if (terms.dueOn === payment?.dueOn) return 'same'
      return isPossibleDueDay(terms.dueOn, today) ? null : 'day'
    case 'split':
      if (payment && terms.amount >= leftOf(payment)) return 'amount'
      return isPossibleDueDay(terms.dueOn, today) ? null : 'day'
    case 'mark-paid':
      if (terms.paidOn > today || terms.paidOn < addDays(today, -3 * maxFreezeDays)) return 'day'
      if (payment?.documents.includes(documentKey(terms))) return 'document'
      return payment && terms.amount > leftOf(payment) ? 'amount' : null
    default:
      return null
  }
}

/** A payment is not overdue by a decision of the staff. */
function isPossibleDueDay(dueOn: Day, today: Day): boolean {
  return dueOn >= today && dueOn <= addDays(today, 3 * maxFreezeDays)
}

/** An entry of the history, with the state of its payment now. */
export type UndoFacts = {
  action: ContractAction
  isUndone: boolean
  isOwn: boolean
  today: Day
  contract: ContractStatus
  /** The termination is being settled: what is owed is decided. */
  isReturning: boolean
  payment: {
    status: PaymentStatus
    amount: number
    paid: number
    dueOn: Day /** Not being returned. */
    free: number
  } | null
  /** What the action has changed is as it left it. */
  isUntouched: boolean
  /** Kopecks that were booked. */
  booked: number
  /** By when the undone state asks for something, as a payment or a signature; null if it does not. */
  neededBy: Day | null
}

/** Why an entry cannot be undone; null if it can. */
export function findUndoObstacle(facts: UndoFacts, roles: readonly Role[]): ActionObstacle | null {
  const { action, isUndone, isOwn, isUntouched, neededBy, today } = facts
  if (actionTable[action].undo !== 'itself' || isUndone) return 'status'
  if (!mayRoleAct(action, roles)) return 'role'
  if (isOwn) return 'own'
  if (!isUntouched) return 'same'
  // A payment, or a contract, is not overdue by an undo.
  return undoObstacleOfState(facts) ?? (neededBy !== null && neededBy < today ? 'day' : null)
}

function undoObstacleOfState({ action, contract, isReturning, payment, booked }: UndoFacts): ActionObstacle | null {
  if (action === 'note-paper') return contract === 'Open' || contract === 'Concluded' ? null : 'status'
  if (!payment) return 'status'
  if (action === 'mark-paid') {
    if (!isActionInTable('mark-paid', { contract, payment: 'Open' })) return 'status'
    return payment.free < booked ? 'refund' : null
  }
  if (action === 'cancel') {
    if (isReturning) return 'termination'
    if (!isActionInTable('cancel', { contract, payment: 'Open' })) return 'status'
    return payment.status === 'Canceled' ? null : 'status'
  }
  if (!isActionInTable(action, { contract, payment: payment.status })) return 'status'
  return leftOf(payment) === 0 ? 'paid' : null
}
