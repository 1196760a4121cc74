import type { ProblemType } from '#contract/problem.ts'
import { problemTypes } from '#contract/problem.ts'
import { amount, type CellKind, flag, integer, json, number } from '#server/integration/format-types/cell-kinds.ts'
import { type Column, columnsOf, type Format } from '#server/integration/format-types/format.ts'
import { fileNames, formats } from '#server/integration/formats/units.ts'
import { maxRecords } from './json-rows.ts'

const base = '/integration/v1'
const tag = 'integration'

/** The integration API for the OpenAPI document: its schemas are made from the formats of the import. */
export function integrationApi() {
  const paths = Object.fromEntries(fileNames.flatMap((collection) => pathsOf(collection)))
  return {
    paths: { [`${base}/token`]: { post: tokenOperation }, ...paths },
    securitySchemes: {
      serviceAccount: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: `/api${base}/token`, scopes: {} } } },
    },
  }
}

const tokenOperation = {
  operationId: 'postIntegrationToken',
  tags: [tag],
  summary: 'A token of a service account: OAuth 2.0 client credentials (RFC 6749)',
  description: 'Errors are those of RFC 6749, section 5.2. A token is valid for an hour.',
  requestBody: {
    required: true as const,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object' as const,
          required: ['grant_type'],
          properties: {
            grant_type: { enum: ['client_credentials'] },
            scope: { type: 'string' as const },
            client_id: { type: 'string' as const },
            client_secret: { type: 'string' as const },
          },
        },
      },
    },
  },
  responses: {
    '200': { description: 'Done' },
    '400': { description: 'invalid_request, unsupported_grant_type or invalid_scope' },
    '401': { description: 'invalid_client' },
    ...problems('too-many-requests', 'internal-error', 'unavailable'),
  },
}

function pathsOf(collection: string) {
  const some = formats.filter(({ file }) => file === collection)
  const name = collection.charAt(0).toUpperCase() + collection.slice(1)
  const record = recordSchema(some)
  const id = { name: 'sourcedId', in: 'path' as const, required: true, schema: { type: 'string' as const } }
  const one = { tags: [tag], security: [{ serviceAccount: [] as string[] }] }
  const title = some[0]?.title ?? collection
  const many = {
    get: {
      ...one,
      operationId: `listIntegration${name}`,
      summary: title,
      description: `Needs the scope ${collection}:read. Follow \`next\` as \`after\`; \`asOf\` is the next \`updatedSince\`.`,
      parameters: [
        parameter('updatedSince', 'query', { type: 'string', format: 'date-time' }),
        parameter('after', 'query', { type: 'string' }),
        parameter('limit', 'query', { type: 'integer', minimum: 1, maximum: 1000, default: 500 }),
      ],
      responses: { '200': answer({ type: 'array', items: record }), ...readProblems },
    },
    put: {
      ...one,
      operationId: `putIntegration${name}`,
      summary: `${title}: write up to ${maxRecords} records`,
      description: `Needs the scope ${collection}:write. Records are found by \`sourcedId\`; \`status\` \`tobedeleted\` deletes. The answer has a result for each record.`,
      parameters: [parameter('Idempotency-Key', 'header', { type: 'string', maxLength: 255 })],
      requestBody: {
        required: true as const,
        content: {
          'application/json': { schema: { type: 'array' as const, items: record } },
          'application/x-ndjson': { schema: { type: 'string' as const } },
        },
      },
      responses: { '200': answer({ type: 'array' }), ...writeProblems },
    },
  }
  const single = {
    get: {
      ...one,
      operationId: `getIntegration${name}`,
      summary: `${title}: one record, with its ETag`,
      description: `Needs the scope ${collection}:read.`,
      parameters: [id],
      responses: { '200': answer(record), ...readProblems, ...problems('not-found') },
    },
    put: {
      ...one,
      operationId: `putIntegration${name}Record`,
      summary: `${title}: write one record`,
      description: `Needs the scope ${collection}:write.`,
      parameters: [id, ...conditions],
      requestBody: { required: true as const, content: { 'application/json': { schema: record } } },
      responses: { '200': answer(record), ...writeProblems, ...problems('precondition-failed') },
    },
    delete: {
      ...one,
      operationId: `deleteIntegration${name}`,
      summary: `${title}: delete one record`,
      description: `Needs the scope ${collection}:write.`,
      parameters: [id, ...conditions],
      responses: {
        '204': { description: 'Done; no body' },
        ...writeProblems,
        ...problems('not-found', 'state-conflict', 'precondition-failed'),
      },
    },
  }
  return [
    [`${base}/${collection}`, many],
    [`${base}/${collection}/{sourcedId}`, single],
  ] as const
}

type Schema = Record<string, unknown>

function parameter(name: string, place: 'query' | 'header', schema: Schema) {
  return { name, in: place, required: false, schema }
}

const conditions = [
  parameter('If-Match', 'header', { type: 'string' }),
  parameter('Idempotency-Key', 'header', { type: 'string', maxLength: 255 }),
]

function answer(schema: Schema) {
  return { description: 'Done', content: { 'application/json': { schema } } }
}

function problems(...types: ProblemType[]) {
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  return Object.fromEntries(types.map((type) => [String(problemTypes[type]), { description: type, content }]))
}

const both = [
  'unauthenticated',
  'scope-missing',
  'invalid-values',
  'too-many-requests',
  'internal-error',
  'unavailable',
] as const
const readProblems = problems(...both)
const writeProblems = problems(...both, 'unreadable-request', 'timeout', 'too-large', 'wrong-media-type')

function recordSchema(some: readonly Format[]): Schema {
  const columns = Object.assign({}, ...some.map(columnsOf)) as Record<string, Column>
  const named = Object.entries(columns)
  return {
    type: 'object',
    required: named.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
    properties: Object.fromEntries(named.map(([name, column]) => [name, cellSchema(column)])),
  }
}

function cellSchema({ kind, isRequired, of, lists, note }: Column): Schema {
  const referred = of?.collection ?? lists
  const description = [referred ? `sourcedId of ${referred}` : kind.title, note].filter(Boolean).join('; ')
  return { ...typeOf(kind, isRequired), ...(description && { description }) }
}

const simpleTypes = new Map<CellKind, string>([
  [integer, 'integer'],
  [number, 'number'],
  [flag, 'boolean'],
  [amount, 'string'],
])

function typeOf(kind: CellKind, isRequired: boolean): Schema {
  if (kind === json) return {}
  if (kind.title.startsWith('list of ')) return { type: 'array', items: { type: 'string' } }
  const type = simpleTypes.get(kind) ?? 'string'
  return { type: isRequired ? type : [type, 'null'] }
}
