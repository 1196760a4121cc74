import { HttpError, type StoredProblem } from '#server/http/http-error.ts'
import { type GivenRecord, readJsonRows } from './json-rows.ts'

// Runs in the process of a parser (`server/parsers/run-parser.ts`).

export type RecordsBody = { body: Uint8Array; collection: string; isNdjson: boolean }

/** The records of a body, or why it has none. */
export function parseRecords({ body, collection, isNdjson }: RecordsBody): GivenRecord[] | StoredProblem {
  try {
    return readJsonRows(body, collection, isNdjson)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return { problem: error.type, detail: error.detail }
  }
}
