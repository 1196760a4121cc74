/**
 * What browsers of the floor lack (docs/browsers.md) and core-js does not have. Vite puts it into the file of polyfills,
 * which only they load.
 */

// Chrome 116, Firefox 124, Safari 17.4.
AbortSignal.any ??= (signals: Iterable<AbortSignal>): AbortSignal => {
  const any = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) any.abort(signal.reason)
    else signal.addEventListener('abort', () => any.abort(signal.reason), { once: true, signal: any.signal })
  }
  return any.signal
}
