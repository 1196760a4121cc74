import { resolve } from 'node:path'
import { type Parser, runParser } from '#server/parsers/run-parser.ts'
import type { Statement } from './bank-statement.ts'
import type { StatementFile } from './parse-statement-file.ts'

const statementParser: Parser<StatementFile, Statement> = {
  limits: 'statement',
  module: new URL('./parse-statement-file.ts', import.meta.url),
  name: 'parseStatementFile',
}

/** Reads a bank statement or a registry by a process with limits. One that takes too much time or memory is a `ParserKilled`. */
export function readStatement(path: string, moment: Omit<StatementFile, 'path'>): Promise<Statement> {
  return runParser(statementParser, { path: resolve(path), ...moment })
}
