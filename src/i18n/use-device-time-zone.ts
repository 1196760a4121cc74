import { useSyncExternalStore } from 'react'

/** The time zone of the device; null before hydration and when the browser cannot format times of it. */
export function useDeviceTimeZone(): string | null {
  return useSyncExternalStore(noSubscription, deviceTimeZone, () => null)
}

const noSubscription = () => () => undefined

/** Some browsers name a zone that their formats refuse: Chromium says `Etc/Unknown` for a zone that it does not know. */
function deviceTimeZone(): string | null {
  try {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    new Intl.DateTimeFormat('en', { timeZone })
    return timeZone
  } catch {
    return null
  }
}
