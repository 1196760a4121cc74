import { z } from 'zod'
import { call } from '#contract/call.ts'
import { importStates } from '#contract/enumerations.ts'
import { importFileLimits } from '#contract/limits.ts'
import { count, iso, page, pageOf, uuid } from '#contract/schemas.ts'

/** Imports of the school in the admin panel (docs/import). */
const admin = { added: true, access: { who: 'check', check: 'admin' } } as const
const byId = { ...admin, params: z.object({ id: uuid }) } as const

const counts = { read: count, created: count, changed: count, unchanged: count, deleted: count, faulty: count }

const run = z.object({
  id: uuid,
  fileName: z.string(),
  /** Null for the command, and for a user who was deleted. */
  startedBy: z.object({ id: uuid, name: z.string() }).nullable(),
  isCommand: z.boolean(),
  createdAt: iso,
  state: z.enum(importStates),
  /** When its last step ended: the check or the import. */
  finishedAt: iso.nullable(),
  /** Sums over the files. */
  total: z.object(counts),
  /** Faults that were found. */
  faults: count,
})
export type ImportRow = z.infer<typeof run>

export const listImports = call('GET /v1/admin/import/list', {
  ...admin,
  summary: 'Imports of the last year, newest first',
  query: z.object({ page }),
  answer: pageOf(run),
})

const finding = z.object({
  file: z.string(),
  /** From 1; 0 is the whole file. */
  line: count,
  column: z.string(),
  /** In the language of the request. */
  text: z.string(),
  isFault: z.boolean(),
})

const details = run.extend({
  files: z.array(z.object({ file: z.string(), ...counts })),
  /** The first 500. */
  findings: z.array(finding),
  /** The part that has been read, from 0 to 1, and the file that is read. */
  progress: z.number(),
  progressFile: z.string().nullable(),
  skipFaulty: z.boolean(),
  allowDeletes: z.boolean(),
  /** The check has found more deletions than are allowed without a permission. */
  asksForDeletes: z.boolean(),
  /** Another import has been applied since the check, which may no longer be true. */
  isOutdated: z.boolean(),
})
export type ImportDetails = z.infer<typeof details>

export const getImport = call('GET /v1/admin/import/{id}', {
  ...byId,
  summary: 'One import: its files, findings and progress',
  answer: details,
})

export const uploadImport = call('POST /v1/admin/import', {
  ...admin,
  limit: 'import-file',
  audited: 'import.school',
  summary: 'Takes a file and begins to check it without writing; one import at a time',
  rawBody: { mediaTypes: [importFileLimits.mediaType], maxBytes: importFileLimits.maxBytes },
  headers: z.object({ 'x-file-name': z.string().max(600).optional() }),
  answer: z.object({ id: uuid }),
})

export const checkImport = call('POST /v1/admin/import/{id}/check', {
  ...byId,
  summary: 'Checks the uploaded file again, with other options',
  body: z.strictObject({ skipFaulty: z.boolean(), allowDeletes: z.boolean() }),
})

export const applyImport = call('POST /v1/admin/import/{id}/apply', {
  ...byId,
  freshTwoFactor: 'if-available',
  audited: 'import.school',
  summary: 'Begins to import what was checked, with the options of the check',
})

export const discardImport = call('DELETE /v1/admin/import/{id}', {
  ...byId,
  summary: 'Deletes an uploaded file that was not imported',
})
