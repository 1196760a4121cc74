import { createFileRoute, redirect } from '@tanstack/react-router'

/** Any unknown path redirects to 404 (S2). */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/404', replace: true })
  },
})
