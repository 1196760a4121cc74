import { asc, desc, eq } from 'drizzle-orm'
import type { BankLine } from '#contract/billing/bank-lines.ts'
import type { Locale } from '#contract/enumerations.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import { receiptProblems } from '#server/billing/ledger/receipt-problems.ts'
import type { Database } from '#server/db/client.ts'
import { bankLines } from '#server/db/schema/bank-lines.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { findProposals } from './proposals.ts'

/** Each waiting line looks for its proposals. */
const pageSize = 10

type Question = { state: BankLine['state']; page: number; language: Locale }

/** Waiting lines, the oldest money first; decided ones, the last decision first. */
export async function findLines(database: Database, { state, page, language }: Question) {
  const order =
    state === 'waiting' ? [asc(bankLines.at), asc(bankLines.id)] : [desc(bankLines.decidedAt), asc(bankLines.id)]
  const rows = await database
    .select({ line: bankLines, number: contracts.number, decider: selectFullName(users) })
    .from(bankLines)
    .leftJoin(contracts, eq(contracts.id, bankLines.contractId))
    .leftJoin(users, eq(users.id, bankLines.decidedBy))
    .where(eq(bankLines.state, state))
    .orderBy(...order)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const items: BankLine[] = []
  for (const { line, number, decider } of rows) {
    const { id, fileName, amount, payerName, purpose, contractId, reason, decidedBy, decidedAt } = line
    items.push({
      ...{ id, fileName, at: line.at.toISOString(), amount, payer: payerName, purpose, state, reason },
      doubt: doubtText(line.doubt, language),
      proposals: state === 'waiting' ? await findProposals(database, line) : [],
      contract: contractId === null ? null : { uuid: contractId, number: number ?? '' },
      decidedBy: decidedBy === null ? null : { id: decidedBy, name: decider ?? '' },
      decidedAt: decidedAt?.toISOString() ?? null,
    })
  }
  return { items, total: await database.$count(bankLines, eq(bankLines.state, state)), page, pageSize }
}

/** Without the values of the line, which are shown beside it. */
function doubtText(doubt: string, language: Locale): string {
  const text = (receiptProblems as Record<string, Record<Locale, string>>)[doubt]?.[language] ?? doubt
  const bare = text
    .replace(/^\{expected\}: /, '')
    .replace(/: \{value\}$/, '')
    .replaceAll(/ ?[«“]?\{\w+\}[»”]?/g, '')
  return bare.replace(/ по договору$| of$/, '')
}
