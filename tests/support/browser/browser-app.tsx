import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import Cookies from 'js-cookie'
import { onTestFinished } from 'vitest'
import type { SignInFailure } from '#contract/auth/sign-in-failures.ts'
import { notificationCategories } from '#contract/enumerations.ts'
import type { NotificationSettings } from '#contract/notifications.ts'
import type { Profile } from '#contract/people/profile.ts'
import type { FieldError } from '#contract/problem.ts'
import type { InitialState } from '#contract/render-page.ts'
import type { Role } from '#contract/roles.ts'
import type { Child } from '#contract/schemas.ts'
import { type Clock, fixedClock } from '#src/app/clock.ts'
import { createApp } from '#src/app/create-app.tsx'
import { createEarlyFetch } from '#src/ssr/initial-state.ts'
import { readLocale, recallRoleGroup } from '#src/storage/preferences.ts'
import { systemConfig } from '#tests/support/samples/system-config.ts'
import { taxDeduction } from '#tests/support/samples/tax-samples.ts'

/** A scripted response: a body for 200, a status with a problem type, or a thrown network error. */
export type Reply =
  | { body: unknown; status?: number; requestId?: string }
  | {
      problem: string
      status: number
      triesLeft?: number
      retryAfter?: number
      reason?: SignInFailure
      requestId?: string
      errors?: FieldError[]
    }
  | { html: string; status?: number }
  | 'offline'
  | 'silent'
/** The initial data of the document, the current time, and for a reload the history of the document before. */
type Document = { initialState?: InitialState | null; clock?: Clock; history?: RouterHistory }
type Replies = Record<string, Reply | ((request: Request) => Reply | Promise<Reply>)>

export const config = systemConfig({ isTracked: true })

export function person(roles: readonly Role[], rest: Partial<Profile> = {}): Profile {
  return {
    id: '11111111-1111-4111-8111-111111111111',
    firstName: 'Мария',
    lastName: 'Соколова',
    patronym: 'Игоревна',
    avatar: null,
    email: 'maria@example.org',
    phone: null,
    crmUuid: null,
    roles: roles.map((name) => ({ name })),
    grade: null,
    isLoggedAs: false,
    twoFactorLastCheck: null,
    hasPassword: true,
    impersonation: null,
    ...rest,
  }
}

export function child(uuid: string, firstName: string): Child {
  return { uuid, firstName, lastName: 'Соколов', patronym: null, avatar: null, grade: 7 }
}

export const notificationSettings: NotificationSettings = {
  channels: notificationCategories.map((category) => ({
    category,
    app: true,
    email: category !== 'events',
    sms: false,
    push: category !== 'events',
  })),
  pushDetails: false,
  children: [],
  frequency: 'daily',
  digestHour: 18,
  quietHours: { from: 22, until: 8 },
  timeZone: null,
  pausedUntil: null,
}

const noCourses = {
  items: [],
  total: 0,
  page: 1,
  pageSize: 20,
  facets: { branch: [], subject: [], grade: [], format: [], territory: [] },
}

const empty: Replies = {
  'GET /api/v1/system/config': { body: config },
  'GET /api/v1/system/menu': { body: { items: [] } },
  'GET /api/v1/content/footer': {
    body: { groups: [], phone: null, email: null, socials: [], legal: '', offerUrl: null },
  },
  'GET /api/v1/content/banners/list': { body: [] },
  'GET /api/v1/profile': { problem: 'unauthenticated', status: 401 },
  'GET /api/v1/profile/children': { body: [] },
  'GET /api/v1/profile/data-export': { body: { last: null, nextAt: null } },
  'GET /api/v1/profile/data-request/list': { body: { people: [], requests: [] } },
  'GET /api/v1/profile/consent/list': {
    body: { language: 'ru', information: [], texts: [], subjects: [], history: [] },
  },
  'GET /api/v1/profile/visit/list': { body: [] },
  'GET /api/v1/profile/password/sign-in-names': { body: { names: null } },
  'GET /api/v1/profile/session/list': { body: [] },
  'GET /api/v1/profile/push-subscription/list': { body: { publicKey: null, devices: [] } },
  'GET /api/v1/profile/contract/list': { body: [] },
  'GET /api/v1/profile/autopay/list': { body: { isOffered: false, autopays: [] } },
  'GET /api/v1/admin/work-queue/unsigned-unpaid/list': { body: { items: [], total: 0, page: 1, pageSize: 50 } },
  'GET /api/v1/admin/bank-line/list': { body: { items: [], total: 0, page: 1, pageSize: 10 } },
  'GET /api/v1/profile/checkout/methods': { body: { methods: [] } },
  'GET /api/v1/profile/checkout/list': { body: [] },
  'GET /api/v1/profile/events': { body: [] },
  'GET /api/v1/profile/tax-deduction': { body: taxDeduction([]) },
  'GET /api/v1/catalog/basket/list': { body: [] },
  'GET /api/v1/catalog/waiting-list/list': { body: [] },
  'GET /api/v1/parent/children/schedule/list': { body: [] },
  'GET /api/v1/parent/children/progress/groups': { body: [] },
  'GET /api/v1/parent/children/progress/overview': { body: [] },
  'GET /api/v1/student/schedule/list': { body: [] },
  'GET /api/v1/admin/pending-work': {
    body: {
      paymentDifferences: [],
      bankLines: null,
      signatures: [],
      today: { lessons: [], absences: 0, newTickets: 0 },
      queues: [],
    },
  },
  'GET /api/v1/admin/contract/search': { body: [] },
  'GET /api/v1/admin/user/list': { body: { items: [], total: 0, page: 1, pageSize: 50 } },
  'GET /api/v1/learning/unseen': { body: [] },
  'GET /api/v1/schedule/ticket/recipient/list': { body: [] },
  'GET /api/v1/profile/notification/unread': { body: { count: 0 } },
  'GET /api/v1/profile/notification/settings': { body: notificationSettings },
  'GET /api/v1/schedule/change/list': { body: [] },
  'GET /api/v1/learning/mark/newest': { body: [] },
  'GET /api/v1/learning/homework/list': { body: { tasks: [], earlier: [] } },
  'GET /api/v1/schedule/group/waiting-list/list': { body: [] },
  'GET /api/v1/schedule/group/transfer/list': { body: [] },
  'GET /api/v1/schedule/ticket/list': { body: [] },
  'GET /api/v1/schedule/absence/list': { body: { absences: [], students: [] } },
  'GET /api/v1/schedule/feed-link': { body: { feed: null } },
  'GET /api/v1/catalog/course/list': { body: noCourses },
  'GET /api/v1/catalog/student/course/list': {
    body: { ...noCourses, students: [], student: null, attended: [], begun: [] },
  },
  'GET /readyz': { body: {} },
}

/** A Friday morning in term, in Moscow: what a page shows does not depend on the day of the run. */
const schoolDay = fixedClock(Date.parse('2026-11-20T06:00:00Z'))

/**
 * Renders the whole app at an address, with its own network, navigation and messages. `replies` extends a server
 * without a session and without data.
 */
export async function visit(
  address: string,
  replies: Replies = {},
  { initialState = null, clock = schoolDay, ...document }: Document = {},
) {
  const server = { ...empty, ...replies }
  const requests: { call: string; url: URL; headers: Headers; body: string | null }[] = []
  const left: string[] = []
  const beacons: string[] = []
  let reloads = 0
  const history = document.history ?? createMemoryHistory({ initialEntries: [address] })
  const origin = 'https://lk.school.example'

  const fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input), origin)
    const call = `${init.method ?? 'GET'} ${url.pathname}`
    requests.push({
      call,
      url,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : null,
    })
    const scripted = server[call] ?? { problem: 'not-found', status: 404 }
    const reply =
      typeof scripted === 'function' ? await scripted(new Request(url, { method: init.method ?? 'GET' })) : scripted
    if (reply === 'offline') throw new TypeError('Failed to fetch')
    if (reply === 'silent')
      return new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    if ('html' in reply)
      return new Response(reply.html, { status: reply.status ?? 200, headers: { 'content-type': 'text/html' } })
    if ('problem' in reply) {
      const { problem, status } = reply
      return new Response(JSON.stringify({ ...reply, type: problem, title: problem, detail: problem }), {
        status,
        headers: { 'content-type': 'application/problem+json' },
      })
    }
    return new Response(reply.status === 204 ? null : JSON.stringify(reply.body), {
      status: reply.status ?? 200,
      headers: { 'content-type': 'application/json', ...(reply.requestId && { 'x-request-id': reply.requestId }) },
    })
  }

  const location = {
    origin,
    hostname: 'lk.school.example',
    get pathname() {
      return history.location.pathname
    },
    get search() {
      return history.location.search
    },
    get hash() {
      return history.location.hash
    },
    replace: (target: string) => void left.push(target),
    assign: (target: string) => void left.push(target),
    reload: () => {
      reloads += 1
    },
  }
  const navigator = {
    cookieEnabled: true,
    get onLine() {
      return globalThis.window.navigator.onLine
    },
    get clipboard() {
      return globalThis.window.navigator.clipboard
    },
    sendBeacon: (url: string, body: string) => beacons.push(`${url} ${body}`) > 0,
  }
  const requestIdleCallback = (work: () => void) => work()
  const channels: BroadcastChannel[] = []
  class Channel extends BroadcastChannel {
    constructor(name: string) {
      super(name)
      channels.push(this)
    }
  }
  const own: Record<string | symbol, unknown> = {
    fetch,
    location,
    navigator,
    requestIdleCallback,
    BroadcastChannel: Channel,
  }
  const window = new Proxy(globalThis.window, {
    get: (target, name) => {
      if (name in own) return own[name]
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' && !/^[A-Z]/.test(String(name)) ? value.bind(target) : value
    },
    has: (target, name) => name in own || name in target,
    set: (_, name, value) => {
      own[name] = value
      return true
    },
  }) as Window & typeof globalThis

  const app = createApp({
    initialState,
    recallRoleGroup,
    locale: readLocale(),
    history,
    clock,
    fetch: createEarlyFetch(window),
  })
  app.attach(window)
  // A failed query is repeated after a second; the tests do not wait that long.
  const defaults = app.queryClient.getDefaultOptions()
  app.queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retryDelay: 10 } })
  const view = render(await app.start())
  onTestFinished(() => {
    view.unmount()
    // A navigation still under way would otherwise offer its skeleton after the document is gone.
    app.router.update({ ...app.router.options, defaultPendingMs: Number.POSITIVE_INFINITY })
    app.session.stop()
    for (const channel of channels) channel.close()
    app.queryClient.clear()
    for (const name of Object.keys(Cookies.get())) Cookies.remove(name)
    localStorage.clear()
    sessionStorage.clear()
  })
  return {
    app,
    requests,
    callsOf: (call: string) => requests.filter((request) => request.call === call),
    /** The addresses passed to `location.replace`. */
    left,
    beacons,
    reloads: () => reloads,
    here: () => history.location.pathname + history.location.search,
    history,
    server,
    window,
    navigator,
  }
}
