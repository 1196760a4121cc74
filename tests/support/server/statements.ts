import { Client } from 'pg'
import { vi } from 'vitest'
import type { OpenDatabase } from '#server/db/client.ts'

/** The statements of the database, with the values of their parameters. */
export type Statement = { text: string; values: unknown[] }

/** Records every statement of a run on all connections, including those of transactions. */
export async function statementsOf(run: () => Promise<unknown>): Promise<Statement[]> {
  const asked = vi.spyOn(Client.prototype, 'query')
  try {
    await run()
    return asked.mock.calls.map(([query, values]: unknown[]) => {
      const { text, values: own } = typeof query === 'string' ? { text: query } : (query as Partial<Statement>)
      return { text: text ?? '', values: own ?? (Array.isArray(values) ? values : []) }
    })
  } finally {
    asked.mockRestore()
  }
}

/** A partition without a row: reading it whole costs nothing. */
const emptyPartition = /Seq Scan on \w+_(\d{4}|default) .*cost=0\.00\.\.0\.00/

/** The plan of a statement, one step a line: no `Seq Scan on marks` on a large table. Of partitions those with rows. */
export async function planOf({ database }: OpenDatabase, { text, values }: Statement): Promise<string> {
  const { $client } = database as typeof database & { $client: Pick<Client, 'query'> }
  const { rows } = await $client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
  const steps = rows.map((row) => row['QUERY PLAN'])
  return steps.filter((step) => !emptyPartition.test(step)).join('\n')
}
