import type { Config } from '#contract/system.ts'

/**
 * Tag manager, counters and the support chat (S1): only when the config names them, after what the person waits for;
 * their failure is never seen by the person (D-30).
 */
export function loadThirdParty(window: Window, config: () => Config | undefined): void {
  const load = () => loadSources(window, config())
  if ('requestIdleCallback' in window) window.requestIdleCallback(load, { timeout: 5000 })
  else globalThis.setTimeout(load, 2000)
}

function loadSources(window: Window, config: Config | undefined): void {
  // The secret of a letter's link is nobody's to read, and counters read the whole address.
  if (config === undefined || window.location.pathname.startsWith('/not-me')) return
  const { TRACKING } = config
  const sources = [
    TRACKING.TAG_MANAGER_ID &&
      `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(TRACKING.TAG_MANAGER_ID)}`,
    TRACKING.COUNTER_IDS.length > 0 && 'https://mc.yandex.ru/metrika/tag.js',
    TRACKING.CHAT_SCRIPT_URL,
  ].filter((source): source is string => Boolean(source))
  if (!TRACKING.ENABLED) return
  queueCounterCalls(window, TRACKING.COUNTER_IDS)
  for (const source of sources) {
    const script = window.document.createElement('script')
    script.src = source
    script.async = true
    window.document.head.append(script)
  }
}

/** The counter's own protocol: calls wait in `ym.a` until its script arrives. */
function queueCounterCalls(window: Window, counters: readonly number[]): void {
  if (counters.length === 0 || window.ym !== undefined) return
  const waiting: unknown[][] = []
  window.ym = Object.assign((...call: unknown[]) => void waiting.push(call), { a: waiting })
  for (const counter of counters) window.ym(counter, 'init', { defer: true })
}
