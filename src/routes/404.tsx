import { createFileRoute } from '@tanstack/react-router'
import { screenRoute } from '#src/app/screen-route.ts'

export const Route = createFileRoute('/404')(screenRoute('404', () => import('./-404/page.tsx')))
