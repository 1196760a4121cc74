import { resolve } from 'node:path'
import { type Parser, ParserKilled, runParser } from '#server/parsers/run-parser.ts'
import { StartupError } from '#server/startup-error.ts'
import type { Statement, StatementFile } from './bank-statement.ts'

const statementParser: Parser<StatementFile, Statement> = {
  limits: 'statement',
  module: new URL('./bank-statement.ts', import.meta.url),
  name: 'parseStatementFile',
}

/** Reads a bank statement by a process with limits. One that takes too much time or memory is a `StartupError`. */
export async function readStatement(path: string, moment: Omit<StatementFile, 'path'>): Promise<Statement> {
  try {
    return await runParser(statementParser, { path: resolve(path), ...moment })
  } catch (error) {
    if (!(error instanceof ParserKilled)) throw error
    const text = {
      ru: 'Чтение выписки требует слишком много времени или памяти: выгрузите её частями.',
      en: 'The statement takes too much time or memory to read: export it in parts.',
    }
    throw new StartupError(text, { cause: error })
  }
}
