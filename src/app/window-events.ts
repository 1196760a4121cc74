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
