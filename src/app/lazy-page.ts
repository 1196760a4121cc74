import { lazyRouteComponent, useRouter } from '@tanstack/react-router'
import { type ComponentType, createElement, type FunctionComponent, useEffect } from 'react'
import { loadChunk } from './load-chunk.ts'

/** A page in a chunk of its own. If it does not load, the error has its name. */
export function lazyPage(name: string, load: () => Promise<{ default: ComponentType }>) {
  return lazyRouteComponent(async () => ({ default: withRenderedCallback((await loadChunk(name, load)).default) }))
}

/** React hydrates the page after the layout, so the page itself reports that it has mounted. */
function withRenderedCallback(Page: ComponentType): FunctionComponent {
  return function RenderedPage() {
    useEffect(useRouter().options.context.onRendered, [])
    return createElement(Page)
  }
}
