import { createFileRoute } from '@tanstack/react-router'
import { screenRoute } from '#src/app/screen-route.ts'

export const Route = createFileRoute('/403')(screenRoute('403', () => import('./-403/page.tsx')))
