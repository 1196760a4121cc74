import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import pLimit from 'p-limit'
import { z } from 'zod'
import type { App, ServiceAccount } from '#server/app-types.ts'
import type { Database } from '#server/db/client.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { fileNames } from '#server/integration/formats/units.ts'
import { importSettings } from '#server/integration/import/import-work.ts'
import { findRecords, type StoredRecord } from '#server/integration/import/stored-records.ts'
import { readGivenRecords } from './given-records.ts'
import { runWithKey } from './idempotent-requests.ts'
import { formatsOf, type ImportAnswer, importRecords, unitOf } from './import-records.ts'
import { type GivenRecord, readJsonRows } from './json-rows.ts'
import { requireKeptChanges } from './old-changes.ts'
import { type ApiRecord, readingHorizon, readRecord, readRecords } from './read-records.ts'

const url = '/api/integration/v1/:collection'
const read = {
  config: { access: { who: 'service', right: 'read' }, limit: 'integration' },
} satisfies Partial<RouteOptions>
const write = {
  config: { access: { who: 'service', right: 'write' }, limit: 'integration' },
} satisfies Partial<RouteOptions>

/** Bytes of a body, and milliseconds for its records. */
const largest = 16 * 2 ** 20
const requestTimeoutMs = 120_000

const pageQuery = z.strictObject({
  updatedSince: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .optional(),
  after: z.string().max(1000).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(500),
})

/** Records of the school for its programs. */
export function collectionRoutes(app: App): void {
  // One import at a time is applied; the others wait without a connection.
  const oneAtATime = pLimit(1)
  for (const type of ['application/json', 'application/x-ndjson'])
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.get(url, read, async (request) => {
    const { source } = serviceOf(request)
    const { data, error } = pageQuery.safeParse(request.query)
    if (error) {
      const errors = error.issues.map(({ path }) => ({ path: path.join('.'), message: 'wrong-value' }))
      return throwProblem('invalid-values', 'The query is not what the call takes', { errors })
    }
    if (data.updatedSince) requireKeptChanges(data.updatedSince, app.clock())
    const asOf = await readingHorizon(app.database)
    const reader = { source, timeZone: app.env.TIME_ZONE }
    const page = await readRecords(app.database, formatsOf(collectionOf(request)), { ...reader, ...data })
    return { ...page, asOf: asOf.toISOString() }
  })

  app.put(url, { ...write, bodyLimit: largest, handlerTimeout: requestTimeoutMs }, async (request, reply) => {
    const collection = collectionOf(request)
    const isNdjson = /^application\/x-ndjson\b/i.test(request.headers['content-type'] ?? '')
    const service = serviceOf(request)
    const given = { body: bodyOf(request), collection, isNdjson }
    const records = await readGivenRecords(given, { owner: service.id, log: request.log })
    checkCollections(records, collection, service)
    return apply(request, reply, (transaction) => importInto(transaction, request, records))
  })

  app.get(`${url}/:sourcedId`, read, async (request, reply) => {
    const record = await stored(app.database, request)
    reply.header('etag', etagOf(record))
    return record
  })

  app.put(`${url}/:sourcedId`, { ...write, handlerTimeout: requestTimeoutMs }, async (request, reply) => {
    const [given] = readJsonRows(
      Buffer.concat([Buffer.from('['), bodyOf(request), Buffer.from(']')]),
      collectionOf(request),
      false,
    )
    return apply(request, reply, (transaction) => writeOne(transaction, request, given))
  })

  app.delete(`${url}/:sourcedId`, { ...write, handlerTimeout: requestTimeoutMs }, async (request, reply) => {
    await apply(request, reply, async (transaction) => {
      const { record } = await findOne(transaction, request)
      if (!record) throwProblem('not-found', 'No such record')
      if (!record.isOfSource) throwProblem('state-conflict', 'A record of another source is not deleted by this one')
      return writeOne(transaction, request, { cells: { status: 'tobedeleted' }, inexact: [] })
    })
    return reply.code(204).send()
  })

  async function apply<Answer>(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (transaction: Database) => Promise<Answer>,
  ) {
    const { answer, isReplayed } = await oneAtATime(() => {
      if (reply.sent) throwProblem('unavailable', 'The request waited too long')
      return runWithKey(app, request, work)
    })
    if (isReplayed) reply.header('idempotency-replayed', 'true')
    return answer
  }

  function importInto(
    transaction: Database,
    request: FastifyRequest,
    records: readonly GivenRecord[],
  ): Promise<ImportAnswer> {
    const service = serviceOf(request)
    const client = { ...service, mayAppoint: service.may('roles', 'write') }
    return importRecords(transaction, records, client, importSettings(app.env, app.clock()))
  }

  /** A record alone: its faults refuse the request. */
  async function writeOne(
    transaction: Database,
    request: FastifyRequest,
    { cells, inexact }: Pick<GivenRecord, 'cells' | 'inexact'> = { cells: {}, inexact: [] },
  ): Promise<ApiRecord | null> {
    const { sourcedId } = request.params as { sourcedId: string }
    if (cells.sourcedId !== undefined && cells.sourcedId !== sourcedId)
      throwProblem('invalid-values', 'Another id than that of the address', {
        errors: [{ path: 'sourcedId', message: 'wrong-value' }],
      })
    await checkUnchanged(transaction, request)
    const { results } = await importInto(transaction, request, [
      { line: 1, collection: collectionOf(request), cells: { ...cells, sourcedId }, inexact },
    ])
    const errors = results.flatMap((result) => result.errors ?? [])
    if (errors.length > 0) throwProblem('invalid-values', errors.map(({ detail }) => detail).join('; '), { errors })
    if (cells.status === 'tobedeleted') return null
    return (await findStored(transaction, request)) ?? { sourcedId }
  }
}

/** `If-Match` and `If-None-Match: *` (RFC 9110). */
async function checkUnchanged(transaction: Database, request: FastifyRequest): Promise<void> {
  const { 'if-match': match, 'if-none-match': noneMatch } = request.headers
  if (match === undefined && noneMatch === undefined) return
  const record = await findStored(transaction, request)
  const isMatch = record !== null && (match ?? '*').split(',').some((tag) => ['*', etagOf(record)].includes(tag.trim()))
  if (match !== undefined && !isMatch) throwProblem('precondition-failed', 'The record is not the one that was read')
  if (noneMatch?.trim() === '*' && record) throwProblem('precondition-failed', 'The record exists already')
}

async function findOne(database: Database, request: FastifyRequest): Promise<{ record: StoredRecord | undefined }> {
  const { sourcedId } = request.params as { sourcedId: string }
  const { source } = serviceOf(request)
  const found = await findRecords(database, { source, collection: collectionOf(request) }, [sourcedId])
  return { record: found.get(sourcedId) }
}

/** By an id of the source, or as the list names records without one. A row without a record is found by its attributes. */
async function findStored(database: Database, request: FastifyRequest): Promise<ApiRecord | null> {
  const { sourcedId } = request.params as { sourcedId: string }
  const { record } = await findOne(database, request)
  const reader = { source: serviceOf(request).source, timeZone: request.server.env.TIME_ZONE }
  const found = record
    ? { target: record.target, key: record.key ?? Object.values(record.attributes).join('.') }
    : { key: sourcedId }
  return readRecord(database, formatsOf(collectionOf(request)), { ...reader, ...found })
}

async function stored(database: Database, request: FastifyRequest): Promise<ApiRecord> {
  return (await findStored(database, request)) ?? throwProblem('not-found', 'No such record')
}

function etagOf(record: ApiRecord): string {
  return `"${hash('sha256', JSON.stringify(record), 'base64url').slice(0, 22)}"`
}

function checkCollections(records: readonly GivenRecord[], collection: string, service: ServiceAccount): void {
  const unit = unitOf(collection)
  for (const named of new Set(records.map((record) => record.collection))) {
    const errors = [{ path: 'collection', message: 'wrong-value' }]
    if (!unit.includes(named))
      throwProblem('invalid-values', `Together with ${collection} only ${unit.join(', ')} are written`, { errors })
    if (!service.may(named, 'write')) throwProblem('scope-missing', `The token does not have the scope ${named}:write`)
  }
}

function collectionOf({ params }: FastifyRequest): string {
  const { collection } = params as { collection: string }
  return fileNames.includes(collection) ? collection : throwProblem('not-found', 'No such collection')
}

function bodyOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : throwProblem('unreadable-request', 'The body is empty')
}

function serviceOf({ service }: FastifyRequest): ServiceAccount {
  return service ?? throwProblem('unauthenticated', 'This call needs a token')
}
