import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/learning-progress')({
  loader: warm,
  staticData: screens['learning-progress'],
  component: lazyPage('learning-progress', () => import('./-learning-progress/page.tsx')),
})
