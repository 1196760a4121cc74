import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/not-me/$secret')({
  loader: warm,
  staticData: screens['not-me'],
  component: lazyPage('not-me', () => import('./-not-me/page.tsx')),
})
