import { isUtf8 } from 'node:buffer'
import fc from 'fast-check'
import { stringify } from 'qs'
import { z } from 'zod'
import { type Call, methodOf, pathOf } from '#contract/call.ts'
import { declaredCalls } from '#contract/calls.ts'
import { type Role, rolesOfCheck, rolesOfGroup } from '#contract/roles.ts'
import { screens } from '#contract/screens.ts'
import { type Body, body } from './bodies.ts'
import { fuzzHeader, fuzzQuery, fuzzSegment, inAddress } from './fuzz-values.ts'
import { type Known, nearly } from './valid.ts'

/** A request in a form that can be logged and repeated. */
export type Sent = {
  who: string
  method: string
  url: string
  headers: Record<string, string>
  /** The body; `base64` if it is not text. */
  text?: string
  base64?: string
}

const own = { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'lk' }

/** A user who sends requests, and the values of that user's responses. */
export type Requester = { who: string; roles: readonly Role[] | null; known: Known }

/** A request to any declared call, mostly of a user who may make it, or to any other route of the server. */
export function requests(requesters: readonly Requester[], others: readonly string[]): fc.Arbitrary<Sent> {
  const anyRequester = fc.constantFrom(...requesters)
  const calls = declaredCalls.map(({ call }) => {
    const allowed = requesters.filter(({ roles }) => mayCall(call, roles))
    const requester = fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...allowed) },
      { weight: 1, arbitrary: anyRequester },
    )
    const known = fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: anyRequester })
    return fc.tuple(requester, known).chain(([{ who, known }, other]) => toCall(call, who, other?.known ?? known))
  })
  const pages = Object.values(screens).flatMap(({ address }) => address ?? [])
  const elsewhere = [...others, ...pages.map((address) => address.replaceAll('$', ':'))].map((address) =>
    anyRequester.chain(({ who, known }) => toAddress(address, who, known)),
  )
  return fc.oneof({ weight: 9, arbitrary: fc.oneof(...calls) }, { weight: 1, arbitrary: fc.oneof(...elsewhere) })
}

function mayCall({ access }: Call, roles: readonly Role[] | null): boolean {
  if (access.who === 'anyone') return true
  if (access.who === 'signed-in' || roles === null) return roles !== null
  const allowing =
    access.who === 'group' ? access.groups.flatMap((group) => rolesOfGroup[group]) : rolesOfCheck[access.check]
  return roles.some((role) => allowing.includes(role))
}

function toCall(call: Call, who: string, known: Known): fc.Arbitrary<Sent> {
  return fc
    .record({
      path: path(`/api${pathOf(call.address)}`, /\{(\w+)\}/g, shapeOf(call.params), known),
      query: query(call.query, known),
      body: body(call, known),
      headers: headers(call),
    })
    .map(({ path, query, body, headers }) => ({
      who,
      method: methodOf(call.address),
      url: query === '' ? path : `${path}?${query}`,
      headers: { ...(body && { 'content-type': body.type }), ...headers },
      ...written(body),
    }))
}

function written(body: Body): Pick<Sent, 'text' | 'base64'> {
  if (body === undefined) return {}
  const bytes = Buffer.from(body.bytes)
  return isUtf8(bytes) ? { text: bytes.toString() } : { base64: bytes.toString('base64') }
}

function toAddress(address: string, who: string, known: Known): fc.Arbitrary<Sent> {
  return fc.record({
    who: fc.constant(who),
    method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'),
    url: fc
      .tuple(path(address, /:(\w+)(?:\([^)]*\))?/g, {}, known), fc.option(fuzzQuery, { nil: '' }))
      .map(([path, query]) => (query === '' ? path : `${path}?${query}`)),
    headers: headers(undefined),
  })
}

function shapeOf(params: z.ZodType | undefined): Record<string, z.core.$ZodType> {
  return params instanceof z.ZodObject ? params.shape : {}
}

function path(
  address: string,
  parameter: RegExp,
  shape: Record<string, z.core.$ZodType>,
  known: Known,
): fc.Arbitrary<string> {
  const names = [...address.matchAll(parameter)].map(([, name = '']) => name)
  const parts = names.map((name) => {
    const segment = nearly(shape[name] ?? z.string(), name, known).map((value) => inAddress(String(value ?? '')))
    return fc.oneof({ weight: 10, arbitrary: segment }, { weight: 1, arbitrary: fuzzSegment })
  })
  return fc.tuple(...parts).map((values) => {
    const ahead = [...values]
    return address.replaceAll(parameter, () => ahead.shift() ?? '')
  })
}

function query(schema: z.ZodType | undefined, known: Known): fc.Arbitrary<string> {
  const asked = schema ? nearly(schema, 'query', known).map(bracketed) : fc.constant('')
  return fc.oneof({ weight: 12, arbitrary: asked }, { weight: 1, arbitrary: fuzzQuery })
}

/** In the format of the browser app. */
function bracketed(value: unknown): string {
  if (typeof value !== 'object' || value === null) return inAddress(String(value))
  return stringify(value, { arrayFormat: 'brackets', encoder: (text) => inAddress(String(text)) })
}

/** The headers of our own pages, or those of other clients. */
function headers(call: Call | undefined): fc.Arbitrary<Record<string, string>> {
  const needed = {
    ...own,
    ...(call?.rawBody && { 'x-file-extension': 'png' }),
  }
  const key = call?.idempotent ? fc.uuid().map((key) => ({ 'idempotency-key': key })) : fc.constant({})
  const name = fc.constantFrom(
    'accept-language',
    'content-type',
    'cookie',
    'idempotency-key',
    'origin',
    'sec-fetch-site',
    'user-agent',
    'x-acting-user',
    'x-file-extension',
    'x-forwarded-for',
    'x-requested-with',
  )
  const odd = fc.tuple(name, fuzzHeader).map(([name, value]) => ({ [name]: value }))
  return fc.oneof(
    { weight: 14, arbitrary: key.map((key) => ({ ...needed, ...key })) },
    { weight: 1, arbitrary: odd.map((odd) => ({ ...needed, ...odd })) },
  )
}
