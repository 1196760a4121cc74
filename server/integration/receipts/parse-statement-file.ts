import { readFile } from 'node:fs/promises'
import { isRegistry, parseRegistry } from './bank-registry.ts'
import { decodeStatement, parseClientBankExchange, type Statement } from './bank-statement.ts'

export type StatementFile = { path: string; now: Date; timeZone: string }

/** Reads a statement of 1C or a registry of a bank, in the process of a parser (`server/parsers/run-parser.ts`). */
export async function parseStatementFile({ path, ...moment }: StatementFile): Promise<Statement> {
  const text = decodeStatement(await readFile(path))
  return isRegistry(text) ? parseRegistry(text, moment) : parseClientBankExchange(text, moment)
}
