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

/** Focuses a pressed button or link in Safari, which does not do so itself: a dialog returns the focus to its opener. */
export function focusPressedControls({ document }: Window): void {
  const focus = ({ target }: Event) => {
    const control = target instanceof Element && target.closest<HTMLElement>('button, a[href], summary')
    // Safari focuses the nearest focusable element around the control, as `main` or a dialog.
    if (control && document.activeElement?.contains(control)) control.focus({ preventScroll: true })
  }
  document.addEventListener('click', focus, { capture: true })
}

/** The change of the permission for notifications; where the browser does not report it, the return to the page. */
export function watchNotificationPermission(
  { document, navigator, Notification }: Window & typeof globalThis,
  notify: () => void,
): () => void {
  const was = Notification.permission
  const checkState = () => {
    if (Notification.permission !== was) notify()
  }
  const stop = new AbortController()
  document.addEventListener('visibilitychange', checkState, { signal: stop.signal })
  // An error here would stop a machine that listens.
  const listen = async () => {
    const { permissions } = navigator as Partial<Navigator>
    const status = await permissions?.query({ name: 'notifications' })
    status?.addEventListener('change', checkState, { signal: stop.signal })
  }
  void listen().catch(() => undefined)
  return () => stop.abort()
}
