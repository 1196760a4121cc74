import { lazy } from 'react'
import { loadChunk } from '#src/lazy-page.ts'

const load = () => import('./picture-crop.tsx').then((module) => ({ default: module.PictureCrop }))

export const LazyPictureCrop = lazy(() => loadChunk('picture-crop', load))
