import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'

const fields = ['code', 'session', 'state', 'from_url', 'iss', 'error', 'error_description'] as const
export type OauthResultSearch = { [Field in (typeof fields)[number]]?: string }

export const Route = createFileRoute('/auth/oauth-result')({
  validateSearch: (search): OauthResultSearch =>
    Object.fromEntries(fields.filter((field) => typeof search[field] === 'string').map((field) => [field, search[field]])),
  staticData: { name: 'oauth-result', layout: 'empty', open: true },
  component: lazyPage('oauth-result', () => import('./-oauth-result/page.tsx')),
})
