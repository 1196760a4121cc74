import { asc, desc, eq, inArray } from 'drizzle-orm'
import type { BankLine } from '#contract/billing/bank-lines.ts'
import type { Locale } from '#contract/enumerations.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import { receiptProblems } from '#server/billing/ledger/receipt-problems.ts'
import type { Database } from '#server/db/client.ts'
import { bankLineParts, bankLines } from '#server/db/schema/bank-lines.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { findProposals } from './proposals.ts'

/** Each waiting line looks for its proposals; a file of the whole list has none. */
const shownPage = { pageSize: 10, withProposals: true }

type Question = { state: BankLine['state']; page: number; language: Locale }

/** Waiting lines, the oldest money first; decided ones, the last decision first. */
export async function findLines(
  database: Database,
  { state, page, language }: Question,
  { pageSize, withProposals } = shownPage,
) {
  const order =
    state === 'waiting' ? [asc(bankLines.at), asc(bankLines.id)] : [desc(bankLines.decidedAt), asc(bankLines.id)]
  const rows = await database
    .select({ line: bankLines, decider: selectFullName(users) })
    .from(bankLines)
    .leftJoin(users, eq(users.id, bankLines.decidedBy))
    .where(eq(bankLines.state, state))
    .orderBy(...order)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const parts = await readParts(
    database,
    rows.map(({ line }) => line.id),
  )
  const items: BankLine[] = []
  for (const { line, decider } of rows) {
    const { id, fileName, amount, payerName, purpose, reason, decidedBy, decidedAt } = line
    items.push({
      id,
      fileName,
      at: line.at.toISOString(),
      amount,
      payer: payerName,
      purpose,
      state,
      reason,
      doubt: doubtText(line.doubt, language),
      ...(state === 'waiting' && withProposals ? await findProposals(database, line) : { proposals: [], splits: [] }),
      parts: (parts.get(id) ?? []).map(({ lineId: _, ...part }) => part),
      decidedBy: decidedBy === null ? null : { id: decidedBy, name: decider ?? '' },
      decidedAt: decidedAt?.toISOString() ?? null,
    })
  }
  return { items, total: await database.$count(bankLines, eq(bankLines.state, state)), page, pageSize }
}

async function readParts(database: Database, lineIds: readonly string[]) {
  const { lineId, contractId, amount } = bankLineParts
  const parts = await database
    .select({ lineId, contractUuid: contractId, number: contracts.number, amount })
    .from(bankLineParts)
    .innerJoin(contracts, eq(contracts.id, contractId))
    .where(inArray(lineId, [...lineIds]))
    .orderBy(asc(contracts.number))
  return Map.groupBy(parts, (part) => part.lineId)
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
