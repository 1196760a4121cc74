import { createHash } from 'node:crypto'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { TerminationPreview } from '#contract/billing/termination.ts'
import type { Payee } from '#contract/enrolment/contracts.ts'
import type { Branch } from '#contract/enumerations.ts'
import { type ContractAccount, takesMoney } from '#server/billing/ledger/ledger.ts'
import { readAccounts } from '#server/billing/ledger/stored-accounts.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { campaigns, programs } from '#server/db/schema/programs.ts'
import { toPayOf } from '#server/enrolment/contracts/rules.ts'
import { throwInvalidValue } from '#server/http/http-error.ts'
import { type CurrentTime, type Day, dayInZone } from '#server/time/calendar-days.ts'
import {
  findTerminationObstacle,
  heldOf,
  priceOf,
  priceOfLessons,
  returnableOnline,
  splitReturn,
  takeOnline,
} from './rules.ts'
import { countLessons, findOnlinePayments, findUnderWay, type Terminable } from './terminable-contract.ts'

export type TerminationContext = CurrentTime & {
  /** The school returns money through its payment provider. */
  returnsOnline: boolean
  payees: Record<Branch, Payee>
}

type Wish = { lastDay?: Day | undefined; moveTo?: string | undefined }

/** What a termination would do now, by the accounts that the caller has read or locked. */
export async function planTermination(
  database: Database,
  contract: Terminable,
  accounts: ReadonlyMap<string, ContractAccount>,
  { lastDay: wished, moveTo }: Wish,
  context: TerminationContext,
): Promise<TerminationPreview> {
  const today = dayInZone(context.now, context.timeZone)
  const account = accountOf(accounts, contract.id)
  const { latest, ...lessons } = await countLessons(database, contract, {
    lastDay: wished ?? today,
    timeZone: context.timeZone,
  })
  const obstacle = findTerminationObstacle({
    account,
    latest,
    today,
    isPlanned: contract.isPlanned,
    hasComingTransfer: contract.hasComingTransfer,
    hasGroup: contract.groupId !== null,
    isProgramme2035: contract.campaign !== 'year',
  })
  const about = {
    obstacle,
    number: contract.number,
    course: contract.course,
    lessons,
    student: contract.studentId === contract.customerId ? null : contract.student,
    lastDay: wished ?? today,
    earliest: today,
    latest: latest ?? today,
  }
  if (obstacle !== null) return { ...about, ...nothing, targets: [], hash: '' }
  if (about.lastDay < today || about.lastDay > about.latest)
    throwInvalidValue('lastDay', 'out-of-range', 'Before today, or nothing is left of the course')
  const targets = await findTargets(database, contract, context.payees)
  const target = moveTo === undefined ? undefined : targets.find(({ contractUuid }) => contractUuid === moveTo)
  if (moveTo !== undefined && !target) throwInvalidValue('moveTo', 'not-possible', 'The contract takes no money')
  const underWay = await findUnderWay(database, contract.id)
  const price = priceOf(account.lines)
  const paid = heldOf(account.lines, underWay)
  const given = priceOfLessons(price, lessons)
  const online = context.returnsOnline
    ? returnableOnline(await findOnlinePayments(database, account), { lines: account.lines, underWay })
    : 0
  const parts = splitReturn({ paid, given }, { online, target: target?.left ?? 0 })
  const sums = { price, paid, given, ...parts }
  const agreed = { contractId: contract.id, moveTo: moveTo ?? null, lastDay: about.lastDay, lessons, ...sums }
  return { ...about, ...sums, targets, hash: hashOf(agreed) }
}

const nothing = { price: 0, paid: 0, given: 0, toReturn: 0, due: 0, online: 0, bank: 0, moved: 0 }

/** The refunds that the settlement makes. */
export async function planOnlineRefunds(database: Database, account: ContractAccount, amount: number) {
  if (amount === 0) return []
  const underWay = await findUnderWay(database, account.id)
  return takeOnline(amount, await findOnlinePayments(database, account), { lines: account.lines, underWay })
}

/** Other contracts of the same customer whose money the same legal entity takes, with what is to be paid of them. */
async function findTargets(
  database: Database,
  { id, customerId, branch }: Terminable,
  payees: Record<Branch, Payee>,
): Promise<TerminationPreview['targets']> {
  const found = await database
    .select({ id: contracts.id, number: contracts.number, course: programs.title, branch: campaigns.branch })
    .from(contracts)
    .innerJoin(programs, eq(programs.id, contracts.programId))
    .innerJoin(campaigns, eq(campaigns.id, contracts.campaignId))
    .where(
      and(eq(contracts.customerId, customerId), ne(contracts.id, id), inArray(contracts.status, ['Open', 'Concluded'])),
    )
    .orderBy(contracts.number)
  const same = found.filter((target) => payees[target.branch].taxNumber === payees[branch].taxNumber)
  if (same.length === 0) return []
  const ids = same.map((target) => target.id)
  const accounts = await readAccounts(database, inArray(sql`id`, ids))
  return same.flatMap(({ id: contractUuid, number, course }) => {
    const left = leftToPay(accountOf(accounts, contractUuid))
    return left > 0 ? [{ contractUuid, number, course, left }] : []
  })
}

/** What a contract takes from another one: what its customer is to pay. */
export function leftToPay(account: ContractAccount): number {
  return takesMoney(account) ? account.lines.reduce((sum, line) => sum + toPayOf(line), 0) : 0
}

export function accountOf(accounts: ReadonlyMap<string, ContractAccount>, id: string): ContractAccount {
  const account = accounts.get(id)
  if (!account) throw new Error('The contract has no account')
  return account
}

function hashOf(agreed: object): string {
  return createHash('sha256').update(JSON.stringify(agreed)).digest('hex')
}
