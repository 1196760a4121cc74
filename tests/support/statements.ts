import { Client } from 'pg'
import { vi } from 'vitest'
import type { OpenDatabase } from '#server/db/client.ts'

/** What the database was asked, with the values of its parameters. */
export type Statement = { text: string; values: unknown[] }

/** Every statement that a run sends, on whichever connection, transactions' own ones included. */
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

/** How the database would go about a statement, one step a line: no `Seq Scan on marks` where a table is large. */
export async function planOf({ database }: OpenDatabase, { text, values }: Statement): Promise<string> {
  const { $client } = database as typeof database & { $client: Pick<Client, 'query'> }
  const { rows } = await $client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
