import { createFileRoute } from '@tanstack/react-router'
import { screenRoute } from '#src/app/screen-route.ts'
import { loadToday } from './-parent-home-page/load-today.ts'
import { loadPage } from './-query/load-page.ts'

export const Route = createFileRoute('/home-page')({
  ...screenRoute('parent-home-page', () => import('./-parent-home-page/page.tsx')),
  // For a visitor the 401 starts sign-in.
  loader: (args) => loadPage(args, (page) => loadToday({ ...page, group: 'parent' })),
})
