import { lazyRouteComponent, useRouter } from '@tanstack/react-router'
import { type ComponentType, createElement, useEffect } from 'react'

const loadTimeout = 120_000

/** A page's code could not be had; the words are S8's. */
export class ChunkLoadError extends Error {
  constructor(name: string, options?: ErrorOptions) {
    super(`Loading chunk ${name} failed`, options)
    this.name = 'ChunkLoadError'
  }
}

/** A page in a chunk of its own; its loading fails after 120 000 ms or at once, always by name (S2, S8, D-32). */
export function lazyPage(name: string, load: () => Promise<{ default: ComponentType }>) {
  return lazyRouteComponent(async () => ({ default: withRenderedCallback((await loadChunk(name, load)).default) }))
}

/** The page itself tells that it stands there: React takes over what is painted part by part, and the page after its frame. */
function withRenderedCallback(Page: ComponentType): ComponentType {
  return function TellingPage() {
    useEffect(useRouter().options.context.onRendered, [])
    return createElement(Page)
  }
}

export async function loadChunk<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(name)), loadTimeout)
  })
  try {
    return await Promise.race([load(), expiry])
  } catch (cause) {
    throw cause instanceof ChunkLoadError ? cause : new ChunkLoadError(name, { cause })
  } finally {
    clearTimeout(timer)
  }
}
