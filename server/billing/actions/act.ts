import { createHash, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { ActionObstacle } from '#contract/billing/action-table.ts'
import type { ActionPreview, ActionTerms } from '#contract/billing/contract-actions.ts'
import type { AuditAction } from '#contract/people/audit.ts'
import type { Role } from '#contract/roles.ts'
import type { ContractAccount, LedgerLine } from '#server/billing/ledger/ledger.ts'
import { lockAccounts } from '#server/billing/ledger/stored-accounts.ts'
import { accountOf } from '#server/billing/terminations/plan-termination.ts'
import { publishEvents } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { contractActionEntries, contracts } from '#server/db/schema/contracts.ts'
import { toPayOf } from '#server/enrolment/contracts/rules.ts'
import { lockGroups } from '#server/enrolment/groups/places.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { audit } from '#server/security/audit-log.ts'
import type { CurrentTime } from '#server/time/calendar-days.ts'
import { type Actable, findActable, findFreeze, readFacts } from './action-facts.ts'
import { notifyOfAction } from './action-notices.ts'
import {
  type Effect,
  endContract,
  endFormerFreeze,
  freeze,
  notePaper,
  openMarked,
  unfreeze,
} from './change-contract.ts'
import { changePaymentStatus, markPaid, move, remind, split } from './change-payment.ts'
import { findActionObstacle } from './rules.ts'

export type Doing = CurrentTime & {
  /** Null for a job. */
  byId: string | null
  roles: readonly Role[]
  reason: string
  address: string | null
  paysOnline: boolean
}

type Wish = { contractId: string; paymentId: string | null; terms: ActionTerms }

const auditActions = {
  'note-paper': 'contract.paper-noted',
  freeze: 'contract.frozen',
  unfreeze: 'contract.unfrozen',
  end: 'contract.ended',
  remind: 'payment.reminded',
  move: 'payment.moved',
  split: 'payment.split',
  'mark-paid': 'payment.marked-paid',
  'mark-error': 'payment.error-marked',
  'clear-error': 'payment.error-cleared',
  cancel: 'payment.canceled',
} as const satisfies Record<ActionTerms['action'], AuditAction>

/** Locks the group, the payments and the contract, in the order of purchases and bookings. */
export async function lockContract(transaction: Database, contractId: string) {
  const { groupId } = await findActable(transaction, contractId)
  if (groupId !== null) await lockGroups(transaction, [groupId])
  const accounts = await lockAccounts(transaction, eq(sql`id`, contractId))
  await transaction
    .select({ id: contracts.id })
    .from(contracts)
    .where(eq(contracts.id, contractId))
    .for('no key update')
  return { contract: await findActable(transaction, contractId), account: accountOf(accounts, contractId) }
}

/** Does what was previewed, once for its idempotency key. */
export async function act(
  transaction: Database,
  wish: Wish & { hash: string },
  doing: Doing,
): Promise<{ actionUuid: string }> {
  const { preview, actionUuid } = await perform(transaction, wish, doing)
  if (preview.obstacle === 'role') throwProblem('role-missing', 'Not for this role')
  if (preview.obstacle !== null) throwProblem('state-conflict', `The action is not possible: ${preview.obstacle}`)
  if (preview.hash !== wish.hash) throwProblem('price-changed', 'The action would do something else by now')
  return { actionUuid }
}

/** The last day of a freeze is over. */
export async function endFreeze(transaction: Database, contractId: string, currentTime: CurrentTime): Promise<void> {
  const wish = { contractId, paymentId: null, terms: { action: 'unfreeze' } } as const
  await perform(transaction, wish, {
    ...currentTime,
    byId: null,
    roles: ['administrator'],
    reason: '',
    address: null,
    paysOnline: false,
  })
}

/** The school's system has put a contract in force again, or ended it, while it was frozen here: it decides. */
export async function endFreezeByOthers(
  transaction: Database,
  contractId: string,
  currentTime: CurrentTime,
): Promise<void> {
  const { contract, account } = await lockContract(transaction, contractId)
  const entry = await findFreeze(transaction, contractId)
  if (!entry || account.status === 'Frozen' || account.status === 'OnTermination') return
  await endFormerFreeze(transaction, { contract, account }, entry, currentTime)
  await noteEndByOthers(transaction, { ...contract, status: account.status }, currentTime.now)
}

/** The end of a freeze that the school's system has made: only payments that a return has marked in it wait for it. */
export async function openAfterFreeze(
  transaction: Database,
  contractId: string,
  currentTime: CurrentTime,
): Promise<void> {
  const { contract } = await lockContract(transaction, contractId)
  if (contract.status === 'Frozen' || contract.status === 'OnTermination') return
  if (await openMarked(transaction, contract, currentTime))
    await noteEndByOthers(transaction, contract, currentTime.now)
}

async function noteEndByOthers(
  transaction: Database,
  { id, number, customerId, status }: Pick<Actable, 'id' | 'number' | 'customerId' | 'status'>,
  now: Date,
): Promise<void> {
  await audit(transaction, {
    at: now,
    action: auditActions.unfreeze,
    subjectId: customerId,
    detail: `${number}, ${status}`,
  })
  if (status !== 'Concluded') return
  await notifyOfAction(transaction, id, { notice: { kind: 'contract-unfrozen' }, why: '', now })
  await publishEvents(transaction, now, [
    { type: 'contract.changed', data: { collection: 'contracts', sourcedId: id, status } },
  ])
}

/** An action with what it has changed. With an obstacle nothing is done. */
async function perform(
  transaction: Database,
  { contractId, paymentId, terms }: Wish,
  doing: Doing,
): Promise<{ preview: ActionPreview; actionUuid: string }> {
  const { contract, account } = await lockContract(transaction, contractId)
  const line = paymentId === null ? null : account.lines.find(({ id }) => id === paymentId)
  if (line === undefined) return throwProblem('not-found', 'No such payment of the contract')
  const facts = (await readFacts(transaction, { contract, account }, doing)).of(line)
  const obstacle = findActionObstacle(terms.action, facts, { roles: doing.roles, terms })
  const entryId = randomUUID()
  if (obstacle !== null) return { preview: refused(contract, { paymentId, obstacle }), actionUuid: entryId }
  const before = structuredClone(account)
  const effect = await change(
    transaction,
    { contract, account, line, held: facts.contract.held },
    { terms, doing, entryId },
  )
  const after = accountOf(await lockAccounts(transaction, eq(sql`id`, contractId)), contractId)
  await note(transaction, { entryId, contract, paymentId, terms, effect }, doing)
  await publishEvents(transaction, doing.now, [
    { type: 'contract.changed', data: { collection: 'contracts', sourcedId: contractId, status: after.status } },
  ])
  return { preview: described(contract, { paymentId, before, after, effect }), actionUuid: entryId }
}

type Whole = { contract: Actable; account: ContractAccount; line: LedgerLine | null; held: number }

function change(
  transaction: Database,
  { line, ...whole }: Whole,
  { terms, doing, entryId }: { terms: ActionTerms; doing: Doing; entryId: string },
): Promise<Effect> {
  const { now } = doing
  switch (terms.action) {
    case 'note-paper':
      return notePaper(transaction, whole, terms, doing)
    case 'freeze':
      return freeze(transaction, whole, terms, doing)
    case 'unfreeze':
      return unfreeze(transaction, whole, doing)
    case 'end':
      return endContract(transaction, whole, terms, doing)
  }
  // The table has no cell of an action of a payment without one.
  if (line === null) throw new Error('An action of a payment without a payment')
  const target = { ...whole, line }
  switch (terms.action) {
    case 'remind':
      return remind(transaction, target, doing)
    case 'move':
      return move(transaction, target, terms)
    case 'split':
      return split(transaction, target, terms, now)
    case 'mark-paid':
      return markPaid(transaction, target, terms, { ...doing, entryId })
    case 'mark-error':
      return changePaymentStatus(transaction, target, { to: 'Error', now })
    case 'clear-error':
      return changePaymentStatus(transaction, target, { to: 'Open', now })
    case 'cancel':
      return changePaymentStatus(transaction, target, { to: 'Canceled', now })
  }
}

type Done = { entryId: string; contract: Actable; paymentId: string | null; terms: ActionTerms; effect: Effect }

async function note(
  transaction: Database,
  { entryId, contract, paymentId, terms, effect }: Done,
  { byId, reason, now }: Doing,
): Promise<void> {
  const { state, notice } = effect
  await transaction.insert(contractActionEntries).values({
    id: entryId,
    contractId: contract.id,
    paymentId,
    action: terms.action,
    byId,
    at: now,
    reason,
    state,
  })
  await audit(transaction, {
    at: now,
    action: auditActions[terms.action],
    subjectId: contract.customerId,
    reason: reason || null,
    detail: [contract.number, state.detail].filter((part) => part !== '').join(', '),
  })
  if (notice) await notifyOfAction(transaction, contract.id, { notice, why: reason, now })
}

/** Ends the transaction of a preview. */
class PreviewDone extends Error {}

/** What an action would do: it is done and rolled back, so that a preview never says something else than the action does. */
export async function previewAction(database: Database, wish: Wish, doing: Doing): Promise<ActionPreview> {
  let preview: ActionPreview | null = null
  await database
    .transaction(async (transaction) => {
      preview = (await perform(transaction, wish, doing)).preview
      throw new PreviewDone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof PreviewDone)) throw error
    })
  if (preview === null) throw new Error('The preview has no answer')
  return preview
}

const nothing = { payments: [], toReturn: 0, givenUp: 0, endsAutopay: false, freesPlace: false }

function refused(
  { id, number, customer, status }: Actable,
  { paymentId, obstacle }: { paymentId: string | null; obstacle: ActionObstacle },
): ActionPreview {
  return {
    contractUuid: id,
    paymentUuid: paymentId,
    number,
    customer: customer ?? '',
    obstacle,
    before: status,
    after: status,
    ...nothing,
    hash: '',
  }
}

type Outcome = { paymentId: string | null; before: ContractAccount; after: ContractAccount; effect: Effect }

function described({ id, number, customer }: Actable, { paymentId, before, after, effect }: Outcome): ActionPreview {
  const { toReturn = 0, givenUp = 0, endsAutopay = false, freesPlace = false } = effect
  const shown = {
    before: before.status,
    after: after.status,
    payments: changedPayments(before, after),
    toReturn,
    givenUp,
    endsAutopay,
    freesPlace,
  }
  const hash = createHash('sha256')
    .update(JSON.stringify({ id, paymentId, ...shown }))
    .digest('hex')
  return { contractUuid: id, paymentUuid: paymentId, number, customer: customer ?? '', obstacle: null, ...shown, hash }
}

function changedPayments(before: ContractAccount, after: ContractAccount): ActionPreview['payments'] {
  const former = new Map(before.lines.map((line) => [line.id, line]))
  return after.lines.flatMap((line) => {
    const known = former.get(line.id)
    const states = { before: known ? stateOf(known) : null, after: stateOf(line) }
    return JSON.stringify(states.before) === JSON.stringify(states.after)
      ? []
      : [{ position: line.position, ...states }]
  })
}

function stateOf(line: LedgerLine) {
  const { status, dueOn, amount, paid } = line
  return { status, dueOn, amount, paid, toPay: toPayOf(line) }
}
