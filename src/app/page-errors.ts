import { v4 as randomUuid } from 'uuid'
import { isExpectedError } from '#src/actors/promise-actor.ts'
import type { RawApiClient } from '#src/api/http.ts'
import type { NotificationsActor } from '#src/machines/notifications.ts'

/** Further errors of one page add nothing for the server; the user still sees them. */
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
    let number = reported.get(key)
    if (number === undefined && reported.size < maxReports) {
      number = randomUuid().slice(0, 8)
      reported.set(key, number)
      const body = { number, name: error.name, page: page(), frames }
      // A report that does not arrive must not become the next error.
      http('POST /v1/system/page-error', { body }).catch(() => null)
    }
    const { shown } = notifications.getSnapshot().context
    const isRepeated = shown.some((toast) => toast.kind === 'unexpectedError' && toast.number === number)
    if (!isShown && !isRepeated)
      notifications.send({
        type: 'notification.show',
        kind: 'unexpectedError',
        tone: 'error',
        ...(number && { number }),
      })
  }

  function reportOwn(error: unknown, isShown: boolean): void {
    if (!isForeign(error)) report(error, isShown)
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
      window.addEventListener('error', ({ error }) => reportOwn(error, recovered.has(error)))
      window.addEventListener('unhandledrejection', ({ reason }) => reportOwn(reason, false))
    },
  }
}

/** Whether the error was thrown by a script of others, such as an extension. Safari keeps no stack of some errors. */
function isForeign(error: unknown): boolean {
  return error instanceof Error && framesOf(error).length === 0 && /:\d+:\d+/.test(error.stack ?? '')
}

/** Positions in our own files. The message is left out. */
function framesOf({ stack = '' }: Error): string[] {
  return (stack.match(/assets\/[\w.-]+\.js:\d+:\d+/g) ?? []).slice(0, 20)
}
