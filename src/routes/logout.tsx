import { createFileRoute } from '@tanstack/react-router'
import { screenRoute } from '#src/app/screen-route.ts'

export const Route = createFileRoute('/logout')(screenRoute('logout', () => import('./-logout/page.tsx')))
