import { fromCallback } from 'xstate'
import type { WriteCall } from '#contract/call-changes.ts'
import type { PushDevice } from '#contract/notifications.ts'
import { isSessionError, type Result, toResult } from '#src/api/api-error.ts'
import { pushDevicesQuery } from '#src/api/profile.ts'
import { invalidateChangedBy } from '#src/api/query-cache.ts'
import { watchNotificationPermission } from '#src/app/window-events.ts'
import {
  type BrowserChange,
  type PushFailure,
  type PushRegistration,
  type PushState,
  pushSubscriptionMachine,
} from '#src/machines/push-subscription.ts'
import { type FlowDependencies, toFlowError } from './flow-dependencies.ts'
import { promiseActor } from './promise-actor.ts'

type BrowserWindow = Window & typeof globalThis

/** Milliseconds for the worker to become active and the push service of the browser to answer. */
const registrationTimeoutMs = 20_000

/** Actors of push notifications in this browser. */
export function providePushSubscription({ browser, http, queryClient, report }: FlowDependencies) {
  const known = () => queryClient.getQueryData(pushDevicesQuery().queryKey)
  const thisDevice = (): PushDevice | undefined => known()?.devices.find(({ isCurrent }) => isCurrent)

  /** After a success the list shows the browsers as they are now. */
  async function finish(call: WriteCall, { error }: Result<unknown>): Promise<void> {
    // Another device was faster in removing this browser.
    if (error === null || error.status === 404) return invalidateChangedBy(queryClient, call)
    if (isSessionError(error)) report(error)
    throw toFlowError(error)
  }

  return pushSubscriptionMachine.provide({
    actors: {
      checkState: promiseActor<PushState>(async () => {
        const window = browser()
        // Undefined in private windows of Firefox, on plain http and in old browsers.
        const { serviceWorker } = window.navigator as Partial<Navigator>
        const registration = await serviceWorker?.getRegistration()
        if (!serviceWorker || !('PushManager' in window) || !('Notification' in window))
          return { is: 'unsupported', obstacle: isInstallable(window) ? 'install' : 'browser' }
        if (window.Notification.permission === 'denied') return { is: 'blocked' }
        const subscription = await registration?.pushManager.getSubscription()
        const isGranted = window.Notification.permission === 'granted'
        return { is: subscription && isGranted && thisDevice() ? 'on' : 'off' }
      }),
      watch: fromCallback<BrowserChange>(({ sendBack }) => {
        const notify = () => sendBack({ type: 'browser.changed' })
        const wasListed = thisDevice() !== undefined
        const stopList = queryClient.getQueryCache().subscribe(({ type, query }) => {
          if (type !== 'updated' || query.queryKey[0] !== pushDevicesQuery().queryKey[0]) return
          if (known() !== undefined && (thisDevice() !== undefined) !== wasListed) notify()
        })
        const stopPermission = watchNotificationPermission(browser(), notify)
        return () => {
          stopList()
          stopPermission()
        }
      }),
      // Begins within the press: Safari asks only then.
      askPermission: promiseActor<NotificationPermission>(async () =>
        browser()
          .Notification.requestPermission()
          .catch(() => {
            throw failure()
          }),
      ),
      register: promiseActor<PushRegistration>(() => registerBrowser(browser(), known()?.publicKey ?? null)),
      save: promiseActor<void, PushRegistration>(async ({ input }) => {
        const call = 'POST /v1/profile/push-subscription'
        await finish(call, await toResult(http(call, { body: input })))
      }),
      remove: promiseActor<void>(async () => {
        const call = 'DELETE /v1/profile/push-subscription/{id}'
        const device = thisDevice()
        if (device) await finish(call, await toResult(http(call, { params: { id: device.id } })))
        // The server sends nothing any more, so a failure here changes nothing.
        await leavePushService(browser()).catch(() => undefined)
      }),
    },
  })
}

/** Whether it is an iPhone or iPad that shows the site in a tab: there only an installed application gets notifications. */
function isInstallable({ navigator, matchMedia }: BrowserWindow): boolean {
  const isTouchMac = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1
  const isApple = /iPhone|iPad/.test(navigator.userAgent) || isTouchMac
  return isApple && !matchMedia('(display-mode: standalone)').matches
}

async function registerBrowser(window: BrowserWindow, publicKey: string | null): Promise<PushRegistration> {
  const late = new Promise<never>((_, reject) => window.setTimeout(() => reject(failure()), registrationTimeoutMs))
  return Promise.race([subscribe(window, publicKey), late]).catch(() => {
    throw failure()
  })
}

async function subscribe({ navigator }: BrowserWindow, publicKey: string | null): Promise<PushRegistration> {
  if (publicKey === null) throw failure()
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }
  // The server does not know a subscription that is left: its push service may have ended it, or it has a former key.
  // Without this the browser would give the same one again.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe(options)
  const { endpoint, keys } = subscription.toJSON()
  if (!endpoint || !keys?.p256dh || !keys.auth) throw failure()
  return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
}

async function leavePushService({ navigator }: BrowserWindow): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** The form that all browsers accept. */
function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function failure(): PushFailure {
  return { type: 'push-service' }
}
