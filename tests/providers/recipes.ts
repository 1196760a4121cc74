import { parseEnv } from 'node:util'
import { blocksOf } from '#tests/support/documents/commands-of-documents.ts'

/** Addresses in the place of those of the document. */
export type RecipeAddresses = {
  publicUrl: string
  providerUrl: string
  /** Name of the provider in OIDC_PROVIDERS, which its redirect address has. */
  providerName?: string | undefined
}

const blocks = blocksOf('identity-providers')

/** Settings of a provider as docs/identity-providers.md has them. */
export function jsonOf<Settings = Record<string, unknown>>(name: string, addresses: RecipeAddresses): Settings {
  return JSON.parse(contentOf('json', name, addresses))
}

/** Variables of our server as docs/identity-providers.md has them. */
export function variablesOf(name: string, addresses: RecipeAddresses): Record<string, string> {
  return parseEnv(contentOf('env', name, addresses)) as Record<string, string>
}

function contentOf(kind: string, name: string, addresses: RecipeAddresses): string {
  const { publicUrl, providerUrl, providerName } = addresses
  const block = blocks.find((candidate) => candidate.kind === kind && candidate.name === name)
  if (block === undefined) throw new Error(`docs/identity-providers.md has no block «${kind} ${name}»`)
  const { content } = block
  const path = '/auth/oauth-result'
  return content
    .replaceAll('https://lk.school.example', publicUrl)
    .replaceAll('https://id.school.example', providerUrl)
    .replaceAll(`${path}"`, `${providerName === undefined ? path : `${path}/${providerName}`}"`)
}
