import { asc, desc, eq, sql } from 'drizzle-orm'
import { actionTable, type ContractAction, contractActions } from '#contract/billing/action-table.ts'
import type { ContractActionEntry, ContractCard } from '#contract/billing/contract-actions.ts'
import type { Role } from '#contract/roles.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import { findDocuments } from '#server/billing/bills/staff-documents.ts'
import { readAccounts } from '#server/billing/ledger/stored-accounts.ts'
import { accountOf } from '#server/billing/terminations/plan-termination.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { contractStates, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { terminations } from '#server/db/schema/terminations.ts'
import type { prepareContractList } from '#server/enrolment/contracts/contract-list.ts'
import { findSignatures } from '#server/enrolment/contracts/signatures.ts'
import { throwProblem } from '#server/http/http-error.ts'
import type { CurrentTime } from '#server/time/calendar-days.ts'
import { type Actable, findActable, findFreeze, type ReadFacts, readFacts } from './action-facts.ts'
import { type ActionFacts, findActionObstacle, findUndoObstacle } from './rules.ts'
import { undoFactsOf } from './undo-action.ts'

type Asking = CurrentTime & {
  byId: string
  roles: readonly Role[]
  contractsOf: ReturnType<typeof prepareContractList>
}

/** A contract as the staff sees it. 404 for an unknown one. */
export async function findContractCard(
  database: Database,
  contractId: string,
  { byId, roles, contractsOf, ...currentTime }: Asking,
): Promise<ContractCard> {
  const found = await findActable(database, contractId)
  const { customerId, studentId } = found
  // As its customer sees it.
  const own = (await contractsOf(customerId, currentTime)).find(({ uuid }) => uuid === contractId)
  if (!own) return throwProblem('not-found', 'No such contract')
  const { signing: _, termination: __, ...contract } = own
  const account = accountOf(await readAccounts(database, eq(sql`id`, contractId)), contractId)
  const facts = await readFacts(database, { contract: found, account }, { ...currentTime, byId })
  const signatures = await findSignatures(database, contractId)
  const signedAt = (side: 'customer' | 'school') => signatures.find((one) => one.side === side)?.at ?? null
  const standing = facts.entries.find(({ action, undoneAt }) => action === 'note-paper' && undoneAt === null)
  return {
    contract,
    createdAt: found.createdAt.toISOString(),
    student: { id: studentId, name: found.studentName ?? '' },
    customer: { id: customerId, name: found.customer ?? '', phone: found.customerPhone },
    actions: offered('contract', facts.of(null), roles),
    paymentActions: account.lines.map((line) => offered('payment', facts.of(line), roles)),
    frozenUntil: account.status === 'Frozen' ? ((await findFreeze(database, contractId))?.state.until ?? null) : null,
    signing: {
      isNeeded: found.needsSignatures,
      customerAt: signedAt('customer'),
      schoolAt: signedAt('school'),
      paper: standing?.state.paper
        ? { signedOn: standing.state.paper.signedOn, documentNumber: standing.state.paper.documentNumber }
        : null,
    },
    terminations: await terminationsOf(database, contractId),
    documents: await findDocuments(database, { contractId, number: contract.number }),
    statuses: await statusesOf(database, contractId),
    history: await historyOf(database, contractId, {
      facts,
      contract: found,
      account,
      roles,
      timeZone: currentTime.timeZone,
    }),
  }
}

/** What the table has a cell for, with why it is not possible now. */
function offered(of: 'contract' | 'payment', facts: ActionFacts, roles: readonly Role[]): ContractCard['actions'] {
  return contractActions.flatMap((action: ContractAction) => {
    if (actionTable[action].of !== of) return []
    const obstacle = findActionObstacle(action, facts, { roles })
    return obstacle === 'status' ? [] : [{ action, obstacle }]
  })
}

async function terminationsOf(database: Database, contractId: string): Promise<ContractCard['terminations']> {
  const { id: uuid, state, lastDay, toReturn, askedAt, reason } = terminations
  const found = await database
    .select({ uuid, state, lastDay, toReturn, askedAt, reason })
    .from(terminations)
    .where(eq(terminations.contractId, contractId))
    .orderBy(desc(askedAt))
  return found.map((row) => ({ ...row, askedAt: row.askedAt.toISOString() }))
}

async function statusesOf(database: Database, contractId: string): Promise<ContractCard['statuses']> {
  const { status, at } = contractStates
  const found = await database
    .select({ status, at })
    .from(contractStates)
    .where(eq(contractStates.contractId, contractId))
    .orderBy(asc(at))
  return found.map((row) => ({ ...row, at: row.at.toISOString() }))
}

type Known = {
  facts: ReadFacts
  contract: Actable
  account: ReturnType<typeof accountOf>
  timeZone: string
  roles: readonly Role[]
}

async function historyOf(
  database: Database,
  contractId: string,
  { facts, roles, ...whole }: Known,
): Promise<ContractActionEntry[]> {
  const { entries } = facts
  if (entries.length === 0) return []
  const people = [...new Set(entries.flatMap(({ byId, undoneById }) => [byId, undoneById]))]
  const named = await database
    .select({ id: users.id, name: selectFullName(users) })
    .from(users)
    .where(sql`${users.id} in ${listOf(people, 'uuid')}`)
  const nameOf = (id: string | null) => (id === null ? null : (named.find((one) => one.id === id)?.name ?? null))
  const titles = await database
    .select({ id: payments.id, title: payments.title })
    .from(payments)
    .where(eq(payments.contractId, contractId))
  const history: ContractActionEntry[] = []
  for (const entry of entries.toReversed()) {
    const { id: uuid, at, action, byId, reason, paymentId, state, undoneAt, undoneById, undoneReason } = entry
    const undoFacts = await undoFactsOf(database, entry, { ...whole, ...facts })
    history.push({
      uuid,
      at: at.toISOString(),
      action,
      by: nameOf(byId),
      reason,
      detail: state.detail,
      payment: titles.find(({ id }) => id === paymentId)?.title ?? null,
      undone: undoneAt && { at: undoneAt.toISOString(), by: nameOf(undoneById), reason: undoneReason ?? '' },
      canUndo: findUndoObstacle(undoFacts, roles) === null,
    })
  }
  return history
}
