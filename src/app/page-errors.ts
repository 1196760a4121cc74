import { v4 as randomUuid } from 'uuid'
import { isExpectedError } from '#src/actors/promise-actor.ts'
import type { RawApiClient } from '#src/api/http.ts'
import type { NotificationsActor } from '#src/machines/notifications.ts'

/** More errors of one page tell nothing new. */
const maxReports = 10

type PageErrorOptions = {
  http: RawApiClient
  notifications: NotificationsActor
  /** Pattern of the current route. */
  page: () => string
}

/**
 * Reports errors that the app does not expect, such as a missing API of the browser, to the log of the server. The user
 * sees a message with the number of the report, unless the page shows the failure itself.
 */
export function createPageErrors({ http, notifications, page }: PageErrorOptions) {
  /** The numbers of the reports. */
  const reported = new Map<string, string>()
  const recovered = new WeakSet<Error>()

  function report(error: unknown, isShown: boolean): void {
    if (!(error instanceof Error) || isExpectedError(error)) return
    const frames = framesOf(error)
    const key = [error.name, ...frames].join()
    const known = reported.get(key)
    if (known === undefined && reported.size === maxReports) return
    const number = known ?? randomUuid().slice(0, 8)
    if (known === undefined) {
      reported.set(key, number)
      const body = { number, name: error.name, page: page(), frames }
      // A report that does not arrive must not become the next error.
      http('POST /v1/system/page-error', { body }).catch(() => null)
    }
    const { shown } = notifications.getSnapshot().context
    if (!isShown && shown.every((toast) => toast.number !== number))
      notifications.send({ type: 'notification.show', kind: 'unexpectedError', tone: 'error', number })
  }

  return {
    /** An error that the page shows by itself. */
    reportShown: (error: unknown) => report(error, true),
    /** React rendered the page again: the user has lost nothing. */
    reportRecovered(error: unknown): void {
      if (error instanceof Error) recovered.add(error)
      window.reportError(error)
    },
    listen(window: Window): void {
      window.addEventListener('error', ({ error }) => report(error, recovered.has(error)))
      window.addEventListener('unhandledrejection', ({ reason }) => report(reason, false))
    },
  }
}

/** Positions in our own files. Scripts of others and extensions have none, and the message is left out. */
function framesOf({ stack = '' }: Error): string[] {
  return (stack.match(/assets\/[\w.-]+\.js:\d+:\d+/g) ?? []).slice(0, 20)
}
