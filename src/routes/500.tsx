import { createFileRoute } from '@tanstack/react-router'
import { screenRoute } from '#src/app/screen-route.ts'

export const Route = createFileRoute('/500')(screenRoute('500', () => import('./-500/page.tsx')))
