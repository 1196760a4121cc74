import type { Page } from 'playwright'
import type { PushRegistration } from '#src/machines/push-subscription.ts'
import { json, noContent } from '#tests/model-runner/browser/app-under-test.ts'
import { inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { BrowserPool } from '#tests/model-runner/browser/browser-pool.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { byEnvironment, byUser, type Driver } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { Level } from '#tests/model-runner/model.ts'
import type { Step } from '#tests/model-runner/paths/replay.ts'
import { pushSubscriptionPage } from '#tests/support/pages/push-subscription-page.ts'
import { shellPage } from '#tests/support/pages/shell-page.ts'
import { profileState } from './app/profile-state.ts'
import { replyOf } from './one-time-code-dialog.ts'
import { pushSubscriptionModel } from './push-subscription.model.ts'
import { anna } from './sample-users.ts'

const id = '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f1a77'
const save = 'POST /v1/profile/push-subscription'
const remove = `DELETE /v1/profile/push-subscription/${id}`
const device = { id, browser: 'Chrome 140', system: 'Windows', createdAt: '2026-11-20T09:00:00.000Z', isCurrent: true }
const anew = 'the browser of the test has no push service of its own after a reload'
const states = ['checking', 'unsupported', 'blocked', 'off', 'asking', 'registering', 'saving', 'on', 'removing']

export function pushSubscriptionInBrowser(pool: BrowserPool): Level<BrowserStage> {
  const refuses = (call: string) =>
    byEnvironment(({ network }, { event }) => network.answer(call, replyOf(event.error)))
  return inBrowser(pool, pushSubscriptionModel, {
    start: '/events',
    state: () => profileState(anna),
    responses: {
      // The pointer passes over the link to the news.
      'GET /v1/school-news/list': json({ items: [], total: 0, page: 1, pageSize: 20 }),
      'GET /v1/profile/push-subscription/list': json({ publicKey: `B${'c'.repeat(86)}`, devices: [device] }),
    },
    calls: {
      checkState: null,
      watch: null,
      askPermission: null,
      register: null,
      save: (body: PushRegistration) => ({ call: save, body }),
      remove: () => ({ call: remove }),
    },
    address: () => '/profile?section=notifications',
    folded: [/^ {2}- (navigation|region) "(?!Уведомления|Notifications)/, /^ {4}- (region|table|group|combobox)\b/],
    lostOnReload: Object.fromEntries(states.map((state) => [state, anew])),
    enter: async (stage) => {
      await openCard(stage.page)
      stage.expectedUrl = '/profile?section=notifications'
    },
    events: {
      ...Object.fromEntries(Object.entries(browserAnswers).map(([type, act]) => [type, byEnvironment(act)])),
      ...Object.fromEntries(
        Object.entries(presses).map(([type, name]) => [
          type,
          byUser(({ page, press }) => press(pushSubscriptionPage(page)[name])),
        ]),
      ),
      'xstate.done.actor.save': byEnvironment(({ network }) => network.answer(save, json({ id }))),
      'xstate.error.actor.save': refuses(save),
      'xstate.done.actor.remove': byEnvironment(({ page, network }) =>
        leaving(page, () => network.answer(remove, noContent)),
      ),
      'xstate.error.actor.remove': refuses(remove),
    } satisfies Record<string, Driver>,
    states: shownStates,
  })
}

type OnPage = { page: Page }
type Seen = { context: { failure: unknown; obstacle: string } }

/** What the browser of the person answers. */
export const browserAnswers = {
  'xstate.done.actor.checkState': ({ page }: OnPage, { event }: Step) => page.evaluate(answerLook, event.output),
  'xstate.error.actor.checkState': ({ page }: OnPage) => page.evaluate(() => window.pushBrowser.checkState.reject()),
  'browser.changed': ({ page }: OnPage) => page.evaluate(changePermission),
  'xstate.done.actor.askPermission': ({ page }: OnPage, { event }: Step) =>
    page.evaluate((answer) => window.pushBrowser.ask.resolve(answer), event.output as NotificationPermission),
  'xstate.error.actor.askPermission': ({ page }: OnPage) => page.evaluate(() => window.pushBrowser.ask.reject()),
  'xstate.done.actor.register': ({ page }: OnPage, { event }: Step) =>
    page.evaluate((made) => window.pushBrowser.subscribe.resolve(made), event.output as PushRegistration),
  'xstate.error.actor.register': ({ page }: OnPage) => page.evaluate(() => window.pushBrowser.subscribe.reject()),
}

/** The button of each event of the person. */
export const presses = {
  'push.enable': 'enable',
  'push.check': 'check',
  'push.disable': 'disable',
} as const

/** Leaving the push service waits for nothing while `answer` lets the server answer. */
export async function leaving(page: Page, answer: () => unknown): Promise<void> {
  await page.evaluate(() => void Object.assign(window.pushBrowser, { isLeaving: true }))
  await answer()
  await soon(pushSubscriptionPage(page).enable).toBeEnabled()
  await page.evaluate(() => void Object.assign(window.pushBrowser, { isLeaving: false }))
}

/** Gives the page a browser that the driver controls before it looks what the browser can. */
export async function openCard(page: Page): Promise<void> {
  await page.evaluate(replaceBrowser)
  await shellPage(page).userMenu.click()
  await page.getByRole('menuitem', { name: 'Профиль' }).click()
  await page.getByRole('navigation', { name: 'Разделы профиля' }).getByRole('link', { name: 'Уведомления' }).click()
  await soon(pushSubscriptionPage(page).card).toBeVisible()
}

type Press = (typeof presses)[keyof typeof presses]

const showsButton =
  (name: Press, isEnabled: boolean) =>
  async ({ page }: OnPage) => {
    const shown = soon(pushSubscriptionPage(page)[name])
    await (isEnabled ? shown.toBeEnabled() : shown.toBeDisabled())
  }
const showsSwitch =
  (name: Press) =>
  async (stage: OnPage, { context }: Seen) => {
    await showsButton(name, true)(stage)
    await soon(pushSubscriptionPage(stage.page).alert).toHaveCount(context.failure === null ? 0 : 1)
  }

export const shownStates = {
  checking: showsButton('enable', false),
  unsupported: ({ page }: OnPage, { context }: Seen) =>
    soon(pushSubscriptionPage(page)[context.obstacle === 'install' ? 'mustInstall' : 'unsupported']).toBeVisible(),
  blocked: ({ page }: OnPage) => soon(pushSubscriptionPage(page).blocked).toBeVisible(),
  off: showsSwitch('enable'),
  asking: ({ page }: OnPage) => soon(pushSubscriptionPage(page).asking).toBeVisible(),
  registering: showsButton('enable', false),
  saving: showsButton('enable', false),
  on: showsSwitch('disable'),
  removing: showsButton('disable', false),
}

type Pending<Value> = { resolve: (value: Value) => void; reject: () => void }
type ControlledBrowser = {
  permission: NotificationPermission
  isSubscribed: boolean
  isIphone: boolean
  isLeaving: boolean
  checkState: Pending<void>
  ask: Pending<NotificationPermission>
  subscribe: Pending<PushRegistration>
}
declare global {
  interface Window {
    pushBrowser: ControlledBrowser
  }
}

/** A browser whose answers come when the driver gives them. Runs in the page. */
function replaceBrowser(): void {
  const unawaited = { resolve: () => undefined, reject: () => undefined }
  const controlled: ControlledBrowser = {
    permission: 'default',
    isSubscribed: false,
    isIphone: false,
    isLeaving: false,
    checkState: unawaited,
    ask: unawaited,
    subscribe: unawaited,
  }
  window.pushBrowser = controlled
  const pending = (name: 'checkState' | 'ask' | 'subscribe') =>
    new Promise((resolve, reject) => {
      const refuse = () => reject(new DOMException('Registration failed', 'AbortError'))
      Object.assign(controlled, { [name]: { resolve, reject: refuse } })
    })
  const pushManager = {
    getSubscription: async () => (controlled.isSubscribed ? { unsubscribe: async () => true } : null),
    subscribe: async () => {
      const made = await pending('subscribe')
      return { toJSON: () => made }
    },
  }
  const registration = { pushManager }
  const serviceWorker = {
    register: async () => registration,
    ready: Promise.resolve(registration),
    getRegistration: async () => {
      // Leaving the push service waits for nothing.
      if (!controlled.isLeaving) await pending('checkState')
      return registration
    },
    addEventListener: () => undefined,
  }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  const userAgent = navigator.userAgent
  Object.defineProperty(navigator, 'userAgent', {
    get: () => (controlled.isIphone ? 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' : userAgent),
    configurable: true,
  })
  const asks = { requestPermission: () => pending('ask') }
  Object.defineProperty(asks, 'permission', { get: () => controlled.permission })
  Object.defineProperty(window, 'Notification', { value: asks, configurable: true, writable: true })
}

function answerLook(found: { is: string; obstacle?: string }): void {
  const controlled = window.pushBrowser
  if (found.is === 'unsupported') Reflect.deleteProperty(window, 'PushManager')
  else Object.defineProperty(window, 'PushManager', { value: class {}, configurable: true })
  controlled.isIphone = found.obstacle === 'install'
  controlled.permission = found.is === 'blocked' ? 'denied' : found.is === 'on' ? 'granted' : 'default'
  controlled.isSubscribed = found.is === 'on'
  controlled.checkState.resolve()
}

/** The permission is changed in the settings of the browser, and the user comes back to the page. */
function changePermission(): void {
  const controlled = window.pushBrowser
  controlled.permission = controlled.permission === 'denied' ? 'default' : 'denied'
  document.dispatchEvent(new Event('visibilitychange'))
}
