import { isDeepStrictEqual } from 'node:util'
import type { ApiRequest } from './app-under-test.ts'

/** A call that a step expects: its URL, headers and body. */
export type ExpectedCall = {
  /** Method and path, its parameters filled in. */
  call: string
  query?: object
  /** The body, or an assertion about it. */
  body?: object | ((body: unknown) => void)
  /** The call goes through the query cache: no second request is sent while one is pending. */
  throughCache?: true
}

export function keyOf({ address, query }: ApiRequest): string {
  return `${address} ${JSON.stringify(query)}`
}

export function inWords({ address, query, body }: ApiRequest): string {
  const said = [query, body].filter((part) => part !== null && Object.keys(part as object).length > 0)
  return [address, ...said.map((part) => JSON.stringify(part))].join(' ')
}

export function differenceOf(
  { query = {}, body = null }: Omit<ExpectedCall, 'body'> & { body?: unknown },
  apiRequest: ApiRequest,
): string | null {
  if (!isDeepStrictEqual({ ...apiRequest.query }, { ...query })) return `the query should be ${JSON.stringify(query)}`
  if (typeof body !== 'function')
    return isDeepStrictEqual(apiRequest.body, body) ? null : `the body should be ${JSON.stringify(body)}`
  try {
    body(apiRequest.body)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

export function isSame(one: ExpectedCall, other: ExpectedCall): boolean {
  return one.call === other.call && isDeepStrictEqual(one.query, other.query)
}
