import type { FastifyRequest } from 'fastify'
import { parse } from 'qs'
import type { z } from 'zod'
import type { FieldError } from '#contract/problem.ts'
import type { App } from '#server/app-types.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { findInvalidText } from '#server/http/text-validation.ts'
import { isUnderApi } from './authorization.ts'

type PartOfRequest = 'query' | 'headers' | 'body'

/** Parses a part of the request with its schema. Throws `invalid-values` with all field errors. */
export function parsePart<S extends z.ZodType>(schema: S, value: unknown, part: PartOfRequest): z.output<S>
export function parsePart(schema: z.ZodType | undefined, value: unknown, part: PartOfRequest): unknown
export function parsePart(schema: z.ZodType | undefined, value: unknown, part: PartOfRequest): unknown {
  if (!schema) return undefined
  const { success, data, error } = schema.safeParse(value, { reportInput: true })
  if (!success)
    throwProblem('invalid-values', `The ${part} is not what the call takes`, { errors: invalidValues(error) })
  return data
}

const maxErrors = 100

/** Field errors of a 422: codes, for which the browser has texts. */
function invalidValues({ issues }: z.ZodError): FieldError[] {
  return issues.slice(0, maxErrors).flatMap((issue) => {
    const path = issue.path.join('.')
    if (issue.code !== 'unrecognized_keys') return [{ path, message: codeOf(issue) }]
    return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'unknown-field' }))
  })
}

function codeOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'wrong-type'
    case 'too_small':
      return isNumeric(issue.origin) ? 'too-small' : 'too-short'
    case 'too_big':
      return isNumeric(issue.origin) ? 'too-big' : 'too-long'
    case 'invalid_format':
      return 'wrong-format'
    default:
      return 'wrong-value'
  }
}

function isNumeric(origin: string): boolean {
  return origin === 'number' || origin === 'int' || origin === 'bigint' || origin === 'date'
}

const limits = { depth: 5, arrayLimit: 20, parameterLimit: 1000 }

/** Parses the nested bracket format of S2. Beyond its array limit qs turns a list into an object; it is turned back. */
export function parseQueryString(text: string): Record<string, unknown> {
  if (text === '') return {}
  return withLists(parse(text, limits)) as Record<string, unknown>
}

function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withLists)
  const entries = Object.entries(value).map(([key, inner]) => [key, withLists(inner)] as const)
  const isList = entries.length > limits.arrayLimit && entries.every(([key], at) => key === String(at))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

/**
 * An address whose path is not UTF-8 in percent-encoding cannot be routed: its percent signs are encoded. `textValidation`
 * rejects it for calls; people get the page of unknown addresses.
 */
export function routableUrl(url: string): string {
  const end = url.search(/[?#]/)
  const path = end === -1 ? url : url.slice(0, end)
  try {
    decodeURI(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

/** Whether the address was not percent-encoded UTF-8. */
export function hasBrokenAddress({ originalUrl }: FastifyRequest): boolean {
  return originalUrl !== routableUrl(originalUrl)
}

/** In the address of a call of a contract: its former address named none. */
export const noContract = '00000000-0000-0000-0000-000000000000'

/** Calls that pages of the release before make by another address. They stay open while servers are replaced. */
const formerAddresses: Record<string, string> = {
  '/api/v1/catalog/queue/': '/api/v1/catalog/waiting-list/',
  '/api/v1/schedule/group/queue/': '/api/v1/schedule/group/waiting-list/',
  '/api/v1/schedule/group/move/': '/api/v1/schedule/group/transfer/',
  '/api/v1/profile/contract/payee': `/api/v1/profile/contract/${noContract}/payee`,
}

/** The address of a call in this release. */
export function presentAddress(url: string): string {
  const former = Object.keys(formerAddresses).find((address) => url.startsWith(address))
  return former === undefined ? url : url.replace(former, formerAddresses[former] ?? former)
}

/**
 * Rejects characters that no database can store, before any handler reads them: 400 in path parameters, 422 with the
 * field in a query or a body. Pages are excluded: they ignore what they cannot read.
 */
export function textValidation(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isOfPage = isPage(request.routeOptions)
    if (hasBrokenAddress(request) && (!isOfPage || isUnderApi(request.url)))
      throwProblem('unreadable-request', 'The address is not UTF-8 in percent-encoding')
    if (!isOfPage && findInvalidText(request.params).length > 0)
      throwProblem('unreadable-request', 'The address holds characters that cannot be kept')
    done()
  })

  app.addHook('preValidation', ({ routeOptions, query, body }, _reply, done) => {
    const invalid = isPage(routeOptions) ? [] : [...findInvalidText(query), ...findInvalidText(body)]
    const errors = invalid.map((path) => ({ path, message: 'wrong-characters' }))
    if (errors.length > 0) throwProblem('invalid-values', 'Characters that cannot be kept', { errors })
    done()
  })
}

/** Without a URL nothing is registered at the address: it is answered with 404. */
function isPage({ url, config }: FastifyRequest['routeOptions']): boolean {
  return url === undefined || config.page !== undefined
}
