import { throwProblem } from '#server/http/http-error.ts'
import { type FileSource, type Parser, readWithLimits } from '#server/parsers/run-parser.ts'
import { type GivenRecord, readJsonRows } from './json-rows.ts'
import type { parseRecords, RecordsBody } from './records-parser.ts'

/** Smaller bodies are read here: by their size alone they take little time, whatever they hold. */
const maxOwnBytes = 256 * 1024

const recordsParser: Parser<RecordsBody, ReturnType<typeof parseRecords>> = {
  limits: 'records',
  module: new URL('./records-parser.ts', import.meta.url),
  name: 'parseRecords',
}

/** The records of a request, the large ones read by a process with limits. */
export async function readGivenRecords(
  given: RecordsBody,
  source: Pick<FileSource, 'owner' | 'log'>,
): Promise<GivenRecord[]> {
  const { body, collection, isNdjson } = given
  if (body.length <= maxOwnBytes) return readJsonRows(body, collection, isNdjson)
  const read = await readWithLimits(recordsParser, given, { path: 'records', ...source })
  return Array.isArray(read) ? read : throwProblem(read.problem, read.detail)
}
