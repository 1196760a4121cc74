import type { AuthorizationResponse } from './client.ts'

const parts = ['code', 'state', 'iss', 'error', 'error_description'] as const

/** Parses the response parameters of a query. Repeated parameters are ignored. */
export function parseAuthorizationResponse(query: Record<string, unknown>): AuthorizationResponse {
  return Object.fromEntries(parts.flatMap((part) => (typeof query[part] === 'string' ? [[part, query[part]]] : [])))
}
