import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/home-page')({
  loader: warm,
  staticData: screens['parent-home-page'],
  component: lazyPage('parent-home-page', () => import('./-parent-home-page/page.tsx')),
})
