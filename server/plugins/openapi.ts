import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { z } from 'zod'
import { signInFailures } from '#contract/auth/sign-in-failures.ts'
import { type Access, type Call, callLimitOf, isRefusedDuringImpersonation, methodOf, pathOf } from '#contract/call.ts'
import { callLimits } from '#contract/call-limits.ts'
import { declaredCalls } from '#contract/calls.ts'
import { type ProblemType, problemTypes } from '#contract/problem.ts'
import { uuid } from '#contract/schemas.ts'
import type { App } from '#server/app-types.ts'
import type { Env } from '#server/environment/env.ts'

/** Serves the OpenAPI document at /api/openapi.json and Swagger UI at /api/docs, unless `API_DOCS` is off. */
export async function openApi(app: App, programs: ProgramApi): Promise<void> {
  if (!app.env.API_DOCS) return
  const document = openApiDocument({ env: app.env, programs })
  const json = JSON.stringify(document)
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: { who: 'anyone' } }
    })
    scope.get('/api/openapi.json', (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(json),
    )
    await scope.register(swagger, { mode: 'static', specification: { document: JSON.parse(json) } })
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      uiConfig: { url: '/api/openapi.json', docExpansion: 'none', validatorUrl: null, tryItOutEnabled: false },
    })
  })
}

type JsonSchema = z.core.JSONSchema.BaseSchema
type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: JsonSchema
  style?: string
  explode?: true
}
type Content = Record<string, { schema: JsonSchema }>
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: Parameter[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, { description: string; content?: Content }>
  security?: Record<string, string[]>[]
  'x-added'?: true
}

/** The API for programs, which the contract of the browser does not declare. */
type ProgramApi = { paths: Record<string, object>; securitySchemes: Record<string, object> }

/** The contract as OpenAPI 3.1: generated from the same declarations that the server registers (D-19). */
function openApiDocument({ env, programs }: { env: Env; programs?: ProgramApi }) {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { area, call } of declaredCalls) {
    const path = pathOf(call.address)
    paths[path] = { ...paths[path], [methodOf(call.address).toLowerCase()]: operationOf(area, call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Personal account',
      version: '1',
      description:
        'The calls of the personal account. Money is an integer number of kopecks, instants are ISO 8601 in UTC, days are YYYY-MM-DD. ' +
        'Unsafe methods need `Sec-Fetch-Site: same-origin` (or our own `Origin`) and `X-Requested-With: lk`. ' +
        '`x-added` marks calls beyond the product specification.',
    },
    servers: [{ url: `${env.PUBLIC_URL}/api` }],
    tags: [...new Set(declaredCalls.map(({ area }) => area)), ...(programs ? ['integration'] : [])].map((name) => ({
      name,
    })),
    paths: { ...paths, ...(programs?.paths as typeof paths | undefined) },
    components: {
      schemas: { Problem: problemSchema },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: env.PUBLIC_URL.startsWith('https:') ? '__Host-lk_session' : 'lk_session',
        },
        ...programs?.securitySchemes,
      },
    },
  }
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>

function operationOf(area: string, call: Call): Operation {
  const parameters = parametersOf(call)
  const body = bodyOf(call)
  return {
    operationId: `${methodOf(call.address).toLowerCase()}${pathOf(call.address).replaceAll(/[^A-Za-z0-9]+(\w?)/g, (_, next: string) => next.toUpperCase())}`,
    tags: [area],
    summary: call.summary,
    description: rulesOf(call).join(' '),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: body } }),
    responses: responsesOf(call),
    ...(call.access.who !== 'anyone' && { security: [{ session: [] }] }),
    ...(call.added && { 'x-added': true }),
  }
}

function rulesOf(call: Call): string[] {
  const { access, freshTwoFactor, sensitiveFields, idempotent } = call
  return [
    whoMay(access),
    isRefusedDuringImpersonation(call) && 'Refused during an impersonation.',
    freshTwoFactor === true && 'Needs a fresh two-factor check.',
    freshTwoFactor === 'if-available' && 'Needs a fresh two-factor check, except from users without phone and email.',
    freshTwoFactor === 'if-configured' &&
      'Needs a fresh two-factor check with `IMPERSONATION_TWO_FACTOR`, except from users without phone and email.',
    sensitiveFields &&
      `Only the group ${sensitiveFields.group} may send ${sensitiveFields.names.join(' and ')}, and only with a fresh two-factor check${sensitiveFields.ofOthers ? '; everyone may send the present values' : ''}.`,
    limitRuleOf(call),
    idempotent &&
      'Needs an `Idempotency-Key`: for 24 hours the same key gives the same answer, marked `Idempotency-Replayed: true`, and one effect.',
  ].filter((rule) => typeof rule === 'string')
}

function limitRuleOf(call: Call): string | undefined {
  const name = callLimitOf(call)
  if (name === undefined) return
  const { max, seconds, of } = callLimits[name]
  return `At most ${max} in ${seconds} seconds from one ${of}, together with others under the limit “${name}”.`
}

function whoMay(access: Access): string {
  switch (access.who) {
    case 'anyone':
      return 'Anyone, without a session too.'
    case 'signed-in':
      return 'Anyone signed in.'
    case 'group':
      return `Who holds a role of the group ${access.groups.join(' or ')}.`
    case 'check':
      return `Who passes the ${access.check} check.`
  }
}

function parametersOf(call: Call): Parameter[] {
  const idempotencyKey = { name: 'Idempotency-Key', in: 'header', required: true, schema: inputSchema(uuid) } as const
  return [
    ...fieldsOf(call.params, 'path'),
    ...fieldsOf(call.query, 'query').map((field) =>
      field.schema.type === 'object' ? { ...field, style: 'deepObject', explode: true as const } : field,
    ),
    ...fieldsOf(call.headers, 'header'),
    ...(call.idempotent ? [idempotencyKey] : []),
  ]
}

function fieldsOf(schema: z.ZodType | undefined, location: Parameter['in']): Parameter[] {
  const { properties = {}, required = [] } = schema ? inputSchema(schema) : {}
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: location,
    required: required.includes(name),
    schema: typeof field === 'boolean' ? {} : field,
  }))
}

function bodyOf({ body, rawBody }: Call): Content | null {
  if (rawBody)
    return Object.fromEntries(
      rawBody.mediaTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
    )
  return body ? { 'application/json': { schema: inputSchema(body) } } : null
}

function responsesOf(call: Call): Operation['responses'] {
  const success = String(call.status ?? (call.answer ? 200 : 204))
  const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  const responses: Operation['responses'] = {
    [success]: call.answer
      ? { description: 'Done', content: { 'application/json': { schema: outputSchema(call.answer) } } }
      : { description: 'Done; no body' },
  }
  if (call.revalidated) responses['304'] = { description: 'Still what the `If-None-Match` is of' }
  for (const type of problemsOf(call)) {
    const status = String(problemTypes[type])
    const description = [responses[status]?.description, type].filter(Boolean).join(' or ')
    responses[status] = { description, content: problem }
  }
  return responses
}

/** What the server itself may answer because of the declaration; a handler may refuse in more ways. */
function problemsOf(call: Call): ProblemType[] {
  const { access, params, query, body, rawBody } = call
  const isUnsafe = methodOf(call.address) !== 'GET'
  const when: [unknown, ProblemType][] = [
    [body, 'unreadable-request'],
    [access.who !== 'anyone', 'unauthenticated'],
    [access.who === 'group' || access.who === 'check', 'role-missing'],
    [isUnsafe, 'origin-refused'],
    [isRefusedDuringImpersonation(call), 'impersonation-forbids'],
    [params, 'not-found'],
    [body ?? rawBody, 'timeout'],
    [true, 'session-changed'],
    [body ?? rawBody, 'too-large'],
    [body ?? rawBody, 'wrong-media-type'],
    [query ?? body ?? rawBody ?? call.idempotent, 'invalid-values'],
    [callLimitOf(call), 'too-many-requests'],
    [call.freshTwoFactor ?? call.sensitiveFields, 'two-factor-required'],
    [true, 'internal-error'],
    [true, 'unavailable'],
  ]
  return when.filter(([applies]) => applies).map(([, type]) => type)
}

function inputSchema(schema: z.ZodType): JsonSchema {
  return withoutDialect(z.toJSONSchema(schema, { io: 'input' }))
}

function outputSchema(schema: z.ZodType): JsonSchema {
  return withoutDialect(z.toJSONSchema(schema, { io: 'output' }))
}

function withoutDialect({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema
}

const problemSchema = {
  type: 'object',
  description: 'A problem document (RFC 9457)',
  required: ['type', 'title', 'status', 'detail'],
  properties: {
    type: { enum: Object.keys(problemTypes) },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    triesLeft: { type: 'integer' },
    retryAfter: { type: 'integer' },
    reason: { enum: signInFailures },
    requestId: { type: 'string' },
  },
} as const
