import { createFileRoute } from '@tanstack/react-router'
import { screenRoute } from '#src/app/screen-route.ts'

export const Route = createFileRoute('/auth/oauth-result')(
  screenRoute('oauth-result', () => import('./-oauth-result/page.tsx')),
)
