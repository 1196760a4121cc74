import { I18nProvider } from '@lingui/react'
import { createRoot } from 'react-dom/client'
import type { Locale } from '#contract/enumerations.ts'
import type { Config } from '#contract/system.ts'
import { probeServer } from '#src/actors/probe-server.ts'
import type { Clock } from '#src/app/clock.ts'
import { createI18n } from '#src/i18n/create-i18n.ts'
import { datesOf, defaultZone } from '#src/i18n/dates.ts'
import { OfflinePage } from '#src/routes/-layout/offline-page.tsx'
import type { CachedAnswers } from '#src/storage/cached-answers.ts'
import type { StoredScreen } from './readable-offline.ts'

type OfflineStart = {
  root: HTMLElement
  locale: Locale
  clock: Clock
  cached: CachedAnswers | null
  stored: readonly StoredScreen[]
}

/** Milliseconds between two looks for the server. */
const probePause = 5_000

/** Shows the page for an address that is not stored, and loads the document again as soon as the server answers. */
export async function showOfflinePage(
  window: Window & typeof globalThis,
  { root, locale, clock, cached, stored }: OfflineStart,
): Promise<void> {
  const { i18n, activate } = createI18n()
  await activate(locale)
  const config = cached?.answers.find(({ queryKey }) => queryKey[0] === 'GET /v1/system/config')?.data
  const dates = datesOf(locale, (config as Config | undefined)?.SYSTEM.TIME_ZONE ?? defaultZone)
  const today = dates.dayOf(new Date(clock.now()))
  const momentOf = (at: number) => {
    const iso = new Date(clock.fromDevice(at)).toISOString()
    return dates.dayOf(iso) === today ? dates.time(iso) : dates.dateTime(iso)
  }
  const screens = stored.map(({ at, ...screen }) => ({ ...screen, moment: momentOf(at) }))
  const check = async () => {
    try {
      await probeServer(window, new AbortController().signal)
      window.location.reload()
      return true
    } catch {
      return false
    }
  }
  window.addEventListener('online', () => void check())
  window.setInterval(() => void check(), probePause)
  createRoot(root).render(
    <I18nProvider i18n={i18n}>
      <OfflinePage screens={screens} onCheck={check} />
    </I18nProvider>,
  )
}
