import { type ReactNode, startTransition } from 'react'
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client'
import type { App } from '#src/app/create-app.tsx'
import { deepestRouteMetadata } from '#src/app/route-guard.ts'

/**
 * Mounts the app in `root`. Hydrates the server-rendered page if the router resolves to the same screen without
 * errors, and returns when `rendered` resolves; otherwise renders from scratch.
 */
export async function hydrateApp(
  root: HTMLElement,
  page: ReactNode,
  { router, pageErrors }: Pick<App, 'router' | 'pageErrors'>,
  rendered: Promise<void>,
): Promise<void> {
  const options: RootOptions = { onRecoverableError: pageErrors.reportRecovered }
  const { rendered: screen } = root.dataset
  if (screen !== undefined) {
    await router.load()
    const { matches } = router.state
    if (deepestRouteMetadata(matches)?.name === screen && matches.every(({ status }) => status === 'success')) {
      const restoreTypedText = preserveTypedText(root)
      startTransition(() => void hydrateRoot(root, page, options))
      await rendered
      restoreTypedText()
      // index.html makes the controls inert.
      for (const control of root.querySelectorAll<HTMLElement>('[inert]')) control.inert = false
      return
    }
  }
  createRoot(root, options).render(page)
}

type TextField = HTMLInputElement | HTMLTextAreaElement

/**
 * React fires no change event for text that was typed before hydration, and the next render removes it. Returns the
 * function that enters the text again.
 */
function preserveTypedText(root: HTMLElement): () => void {
  const typed = new Map<TextField, string>()
  for (const field of root.querySelectorAll<TextField>('input, textarea'))
    if (field.value !== field.defaultValue) typed.set(field, field.value)
  const note = ({ target }: Event) => typed.set(target as TextField, (target as TextField).value)
  root.addEventListener('input', note, true)
  return () => {
    root.removeEventListener('input', note, true)
    for (const [field, text] of typed) enterText(field, text)
  }
}

function enterText(field: TextField, text: string): void {
  const { selectionStart, selectionEnd } = field
  // React remembers what is written to the element's own property; the setter of the prototype makes it a change.
  field.value = field.defaultValue
  Reflect.set(Object.getPrototypeOf(field), 'value', text, field)
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Milliseconds after which responses are released even if hydration has not finished. */
const maxHydrationWait = 5000

/** `fetch` whose responses wait until hydration has finished: a response during hydration would cause a mismatch. */
export function fetchAfterHydration(
  { promise, resolve }: PromiseWithResolvers<void>,
  fetch: typeof globalThis.fetch,
): typeof globalThis.fetch {
  setTimeout(resolve, maxHydrationWait)
  return (...call) => fetch(...call).then((response) => promise.then(() => response))
}
