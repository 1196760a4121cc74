import type { OauthResult } from '#src/machines/oauth-result.ts'

const fields = ['code', 'session', 'state', 'from_url', 'iss', 'error', 'error_description'] as const

export type OauthResultSearch = { [Field in (typeof fields)[number]]?: string }

/** The fields the page reads, exactly as they stand in the address; absent ones are left out (S2, D-3). */
export function readSearch(search: Record<string, unknown>): OauthResultSearch {
  return Object.fromEntries(
    fields.filter((field) => typeof search[field] === 'string').map((field) => [field, search[field]]),
  )
}

/** What is sent: `from_url` of the address is `fromUrl` of the call. The address may hold more; only these travel. */
export function resultOf(search: Record<string, unknown>): OauthResult {
  const { from_url, ...rest } = readSearch(search)
  return from_url === undefined ? rest : { ...rest, fromUrl: from_url }
}
