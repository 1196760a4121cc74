import type { ProviderAnswer } from './oidc-client.ts'

const parts = ['code', 'state', 'iss', 'error', 'error_description'] as const

/** What of an address's query is a provider's answer; a part that comes twice is none. */
export function answerIn(query: Record<string, unknown>): ProviderAnswer {
  return Object.fromEntries(parts.flatMap((part) => (typeof query[part] === 'string' ? [[part, query[part]]] : [])))
}
