/**
 * Window events of the app (S3). Third-party widgets may dispatch them too: `window.dispatchEvent(new
 * CustomEvent('2035-modal-close'))`.
 */
export type AppEvent = 'profile-reload' | '2035-modal-close'

/** Subscribes to an app event; returns the unsubscribe function. */
export function onAppEvent(window: Window, name: AppEvent, listener: () => void): () => void {
  window.addEventListener(name, listener)
  return () => window.removeEventListener(name, listener)
}
