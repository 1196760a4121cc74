/**
 * The app's events (S3): what any part of the page, a widget of somebody else's too, may tell the app by
 * `window.dispatchEvent(new CustomEvent('2035-modal-close'))`.
 */
export type AppEvent = 'profile-reload' | '2035-modal-close'

/** Listens until the function that it answers is called. */
export function onAppEvent(window: Window, name: AppEvent, listener: () => void): () => void {
  window.addEventListener(name, listener)
  return () => window.removeEventListener(name, listener)
}
