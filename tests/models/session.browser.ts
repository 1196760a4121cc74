import type { AnyMachineSnapshot } from 'xstate'
import type { UserCard } from '#contract/people/admin.ts'
import { getPendingWork } from '#contract/people/school-work.ts'
import { roleGroupCookieName } from '#contract/roles.ts'
import { groupsOf, type SessionContext } from '#src/machines/setups/session-setup.ts'
import { json, noContent } from '#tests/model-runner/browser/app-under-test.ts'
import { type BrowserLevel, inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import { type BrowserPool, withoutSnapshots } from '#tests/model-runner/browser/browser-pool.ts'
import { assertLeaving, type BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { byEnvironment, byUser, type UserInput } from '#tests/model-runner/browser/drivers.ts'
import { eventually, soon } from '#tests/model-runner/browser/polling.ts'
import type { Level } from '#tests/model-runner/model.ts'
import type { Step } from '#tests/model-runner/paths/replay.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { sessionFailures, sessionPage, viewedAs } from '#tests/support/pages/session-page.ts'
import { roleGroupTitles } from '#tests/support/pages/shell-page.ts'
import { config } from './app/default-responses.ts'
import { faultMessages } from './app/faults.ts'
import {
  answerSomeCall,
  assertSentToOtherTabs,
  hasShell,
  sendFromOtherTab,
  sendToSession,
  showsErrorPage,
} from './app/outside-events.ts'
import { problem } from './app/problems.ts'
import { refusedScreens } from './app/refused-screens.ts'
import { boris, vera } from './sample-users.ts'
import { closedPage, sessionModel, startReason } from './session.model.ts'

const calls = {
  config: 'GET /v1/system/config',
  profile: 'GET /v1/profile',
  signIn: 'GET /v1/auth/redirect-to-oauth-provider',
  startImpersonation: 'POST /v1/admin/auth/login-as',
  endImpersonation: 'POST /v1/admin/auth/logout-as',
}
const start = '/events'

/** The user whose messages do not arrive, as the admin panel says. */
const found: UserCard = {
  id: boris.id,
  firstName: boris.firstName,
  lastName: boris.lastName,
  patronym: null,
  avatar: null,
  email: null,
  phone: null,
  crmUuid: null,
  grade: boris.grade,
  roles: boris.roles,
  hasPassword: true,
  lockedAt: null,
  invitation: null,
  control: { reason: null, givable: [], takeable: [] },
  status: 'active',
  lastSignInAt: null,
  createdAt: '2026-09-01T09:00:00Z',
  relatives: [],
  formerRelatives: [],
  consents: [],
  joins: [],
  contracts: [],
  groups: [],
  sessions: [],
  loginAs: { allowed: true, reason: null },
}
const defaultResponses = {
  // The overview leads to the card of the user.
  'GET /v1/admin/ticket/queue': json({ items: [], total: 0, page: 1, pageSize: 50 }),
  'GET /v1/admin/pending-work': json(
    getPendingWork.answer.parse({
      paymentDifferences: [],
      bankLines: null,
      signatures: [],
      today: {
        lessons: [
          {
            id: '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f1b01',
            title: 'ХИМ-1',
            student: null,
            movedTo: null,
            movedFrom: null,
            startsAt: '2026-11-01T09:00:00Z',
            isCancelled: true,
            substitute: null,
            isDoubleBooked: false,
            teacher: { id: boris.id, name: `${boris.lastName} ${boris.firstName}` },
          },
        ],
        absences: 0,
        newTickets: 0,
      },
      queues: [],
    }),
  ),
  'GET /v1/admin/sign-in-failure/list': json([]),
  'GET /v1/admin/unmapped-role/list': json([]),
  'GET /v1/admin/import/list': json({ items: [], total: 0, page: 1, pageSize: 50 }),
  [`GET /v1/admin/user/${boris.id}`]: json(found),
  [`GET /v1/admin/user/${boris.id}/delivery/list`]: json([]),
  [`GET /v1/admin/user/${boris.id}/checkout/list`]: json([]),
  [`GET /v1/admin/user/${boris.id}/autopay/list`]: json([]),
  [`GET /v1/admin/user/${boris.id}/termination/list`]: json([]),
  [`GET /v1/admin/user/${boris.id}/pairing-code/list`]: json([]),
}
const panel = '/adm-panel/'

export function sessionInBrowser(pool: BrowserPool): Level<BrowserStage> {
  const profile = () => ({ call: calls.profile })
  const declared: BrowserLevel = {
    start,
    responses: defaultResponses,
    earlyCall: { call: calls.profile },
    calls: {
      loadConfig: () => ({ call: calls.config }),
      loadUser: () => ({ call: calls.profile, throughCache: true }),
      reloadUser: profile,
      requestSignIn: ({ returnTo }: { returnTo?: string }, _, stage) => ({
        call: calls.signIn,
        query: { from_url: returnTo ?? stage.page.url().replace(stage.origin, '') },
      }),
      startImpersonation: (input: object) => ({ call: calls.startImpersonation, body: input }),
      endImpersonation: () => ({ call: calls.endImpersonation }),
    },
    address: (_, { expectedUrl }) => expectedUrl,
    written: [startReason],
    events,
    states,
  }
  const level = inBrowser(pool, sessionModel, declared)
  const levelWith = (own: Pick<BrowserLevel, 'events' | 'states'>) =>
    inBrowser(withoutSnapshots(pool), sessionModel, {
      ...declared,
      events: { ...events, ...own.events },
      states: { ...states, ...own.states },
    })
  return { ...level, faults: (paths) => [...(level.faults?.(paths) ?? []), ...refusedScreens(levelWith)] }
}

const events: BrowserLevel['events'] = {
  'xstate.done.actor.loadConfig': byEnvironment(({ network }) => network.answer(calls.config, json(config))),
  'xstate.error.actor.loadConfig': byEnvironment(async (stage) => {
    await stage.network.answer(calls.config, problem('not-found'))
    stage.expectedUrl = insteadOf(stage, '/500')
  }),
  'xstate.done.actor.loadUser': byEnvironment(profileAnswers),
  'xstate.error.actor.loadUser': byEnvironment(async (stage) => {
    await stage.network.answer(calls.profile, problem('unavailable'))
    stage.expectedUrl = insteadOf(stage, '/500')
  }),
  'xstate.done.actor.reloadUser': byEnvironment(profileAnswers),
  'xstate.error.actor.reloadUser': byEnvironment(({ network }) =>
    network.answer(calls.profile, problem('unavailable')),
  ),
  'xstate.done.actor.requestSignIn': byEnvironment(async (stage, { event }) => {
    // Without a sign-in the user becomes a visitor, and the data of visitors is fetched again.
    stage.network.allowReads()
    await stage.network.answer(calls.signIn, json({ location: event.output ?? '' }))
    if (event.output !== null) stage.destination = event.output
    else await soon(toast(stage.page, sessionFailures.signIn)).toBeVisible()
  }),
  'xstate.error.actor.requestSignIn': byEnvironment(async ({ network, page }) => {
    network.allowReads()
    await network.answer(calls.signIn, 'offline')
    await soon(toast(page, new RegExp(`${sessionFailures.signIn}.*${faultMessages.offline}`))).toBeVisible()
  }),
  'xstate.done.actor.startImpersonation': byEnvironment(async (stage) => {
    stage.expectedUrl = '/'
    await stage.network.answer(calls.startImpersonation, noContent)
  }),
  'xstate.error.actor.startImpersonation': byUser(dismissRefusal, {
    first: ({ network }) => network.answer(calls.startImpersonation, problem('target-not-weaker')),
  }),
  'xstate.done.actor.endImpersonation': byEnvironment(async (stage, { before }) => {
    stage.expectedUrl = `${panel}?user=${before.context.user.id}`
    await stage.network.answer(calls.endImpersonation, noContent)
  }),
  'xstate.error.actor.endImpersonation': byEnvironment(async ({ network, page }) => {
    await network.answer(calls.endImpersonation, problem('unavailable'))
    await soon(toast(page, sessionFailures.endImpersonation)).toBeVisible()
  }),
  'user.changedElsewhere': byEnvironment((stage, { event }) => sendFromOtherTab(stage, event)),
  'roleGroup.selectedElsewhere': byEnvironment(async (stage, { event, taken }) => {
    const [name, value, url] = [roleGroupCookieName(event.userId), event.group, stage.origin]
    // The other tab stores its choice before it sends the message, and requests depend on the stored choice.
    if (taken.length > 0) {
      await stage.context.addCookies([{ name, value, url, secure: true }])
      stage.network.allowReads()
    }
    await sendFromOtherTab(stage, event)
  }),
  'page.restored': byEnvironment(({ page }) =>
    page.evaluate(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
  ),
  'roleGroup.select': byUser(selectRoleGroup, {
    first: ({ network }, { taken }) => {
      if (taken.length > 0) network.allowReads()
    },
    afterwards: async (stage, { event, before, taken }) => {
      if (taken.length === 0) return
      const message = { ...event, type: 'roleGroup.selectedElsewhere', userId: before.context.user.id }
      await assertSentToOtherTabs(stage, message)
    },
  }),
  'impersonation.start': byUser(startImpersonation),
  'impersonation.end': byUser(endImpersonation),
  'signIn.request': byUser(requestSignIn),
  'session.retry': byUser(retry, { first: ({ network }) => network.allowReads() }),
  'profile.changed': byEnvironment(({ page }) =>
    page.evaluate(() => void window.dispatchEvent(new CustomEvent('profile-reload'))),
  ),
  // Sent to the session directly. The document starts a visit once, before the first render, and the document of the
  // static host contains no profile. The dialogs that change the profile or confirm a sign-in have separate models,
  // which assert the new phone and date. Here the events also occur in states in which no dialog can be open.
  'page.loaded': byEnvironment((stage) => sendToSession(stage, { type: 'page.loaded' })),
  'profile.received': byEnvironment((stage, { event }) =>
    sendToSession(stage, { type: 'profile.received', user: event.user }),
  ),
  'twoFactor.checked': byEnvironment((stage, { event }) =>
    sendToSession(stage, { type: 'twoFactor.checked', at: event.at }),
  ),
  'stream.sessionEnded': byEnvironment(async (stage) => {
    stage.network.allowReads()
    await sendToSession(stage, { type: 'stream.sessionEnded' })
  }),
  'provider.checkDue': byEnvironment((stage) => sendToSession(stage, { type: 'provider.checkDue' })),
  'call.unauthorized': byEnvironment((stage) => answerSomeCall(stage, problem('unauthenticated'))),
  'call.forbidden': byEnvironment(async (stage, step) => {
    await answerSomeCall(stage, problem('role-missing'))
    moves(stage, step, '/403')
  }),
  'call.broken': byEnvironment(async (stage, step) => {
    await answerSomeCall(stage, problem('internal-error'))
    // The error page is not replaced by itself.
    if (!stage.expectedUrl.startsWith('/500')) moves(stage, step, '/500')
  }),
  'call.answeredForAnother': byEnvironment((stage) => answerSomeCall(stage, problem('session-changed'))),
  'chunk.failed': (step) =>
    showsMenu(step)
      ? byUser(openLostPage, { first: losePages })
      : // The admin panel is one page and already open; in half of these states a dialog covers its lazy tabs.
        byEnvironment((stage) => sendToSession(stage, { type: 'chunk.failed' })),
  'page.reload': (step) =>
    showsMenu(step)
      ? byUser(reloadLostPage, { first: losePages })
      : byEnvironment((stage) => sendToSession(stage, { type: 'page.reload' })),
}

const states: BrowserLevel['states'] = {
  loadingConfig: showsSignedOut,
  loadingUser: showsSignedOut,
  visitor: async (stage) => {
    await showsErrorPage(stage)
    if (hasShell(stage)) await soon(sessionPage(stage.page).signIn).toBeVisible()
    await showsSignedOut(stage)
    await assertSentToOtherTabs(stage, { type: 'user.changedElsewhere', userId: null })
  },
  'signedIn.present': showsUser,
  'signedIn.refreshing': showsUser,
  'signedIn.startingImpersonation': ({ page }) => soon(sessionPage(page).start).toHaveAttribute('aria-busy', 'true'),
  'signedIn.endingImpersonation': async (stage, snapshot) => {
    await showsUser(stage, snapshot)
    await soon(sessionPage(stage.page).end).toBeDisabled()
  },
  askingToSignIn: showsErrorPage,
  leavingPage: assertLeaving,
  unavailable: async (stage) => {
    await showsErrorPage(stage)
    await showsSignedOut(stage)
  },
}

async function profileAnswers(stage: BrowserStage, { event }: Step): Promise<void> {
  // An administrator is always redirected to the admin panel.
  if (event.output?.user.id === vera.id) stage.expectedUrl = panel
  await stage.network.answer(
    calls.profile,
    event.output === null ? problem('unauthenticated') : json(event.output.user),
  )
}

/** The role switch shows the role groups of the user; with a single group there is no switch. */
async function selectRoleGroup(input: UserInput, { event, before, taken }: Step): Promise<void> {
  const { page, press } = input
  const { roleGroup } = before.context as SessionContext
  const held = groupsOf(before.context)
  const session = sessionPage(page)
  if (held.length < 2) return soon(session.roleSwitch).toHaveCount(0)
  await press(session.roleSwitch)
  await soon(page.getByRole('menuitemcheckbox', { checked: true })).toHaveText(roleGroupTitles[roleGroup ?? 'admin'])
  const entry = session.roleGroup(event.group)
  if (!held.includes(event.group)) {
    await soon(entry).toHaveCount(0)
    return page.keyboard.press('Escape')
  }
  await press(entry)
  if (taken.length > 0) input.expectedUrl = event.group === 'parent' ? '/home-page' : '/profile?tab=today'
}

/** From the card of the user in the admin panel, with a reason; only administrators have access. */
async function startImpersonation(input: UserInput, { event, taken }: Step): Promise<void> {
  const { page, press } = input
  const { impersonate, reason, start } = sessionPage(page)
  if (taken.length === 0) return soon(impersonate).toHaveCount(0)
  await page.getByRole('link', { name: /Громов Борис/ }).click()
  await impersonate.click()
  await reason.pressSequentially(event.reason)
  await press(start)
  input.expectedUrl = `/adm-panel?user=${boris.id}&dialog=login`
}

async function dismissRefusal(input: UserInput): Promise<void> {
  const { refusal, wayBack } = sessionPage(input.page)
  await soon(refusal).toBeVisible()
  for (const button of wayBack) await button.click()
  input.expectedUrl = '/adm-panel'
}

async function endImpersonation({ page, press }: UserInput, { taken }: Step): Promise<void> {
  const { end } = sessionPage(page)
  if (taken.length > 0) await press(end)
  else await soon(end).toHaveCount(0)
}

async function retry(input: UserInput): Promise<void> {
  await input.press(sessionPage(input.page).retry)
  input.expectedUrl = start
}

/** In the header, or on the 403 page of a URL that visitors cannot open. */
async function requestSignIn(input: UserInput, { event }: Step): Promise<void> {
  const { page, press } = input
  const session = sessionPage(page)
  if (event.returnTo === closedPage) {
    await page.getByRole('link', { name: 'Успехи детей' }).click()
    await soon(session.heading('forbidden')).toBeVisible()
    input.expectedUrl = `/403?from=${encodeURIComponent(closedPage)}`
  }
  await press(session.signIn)
}

/** Page chunks fail to load; the chunk of the error page must already be loaded. */
async function losePages({ page }: BrowserStage): Promise<void> {
  await page.route('**/assets/page-*.js', (route) => route.abort())
}

async function openLostPage(input: UserInput): Promise<void> {
  await input.page.getByRole('link', { name: 'Налоговый вычет' }).click()
  await soon(input.page.getByRole('alert')).toContainText('Страница не загрузилась')
  input.expectedUrl = '/tax-deduction'
}

async function reloadLostPage(input: UserInput): Promise<void> {
  await openLostPage(input)
  await input.press(input.page.getByRole('button', { name: 'Обновить страницу' }))
}

/** A page that is being replaced does not navigate by itself. */
function moves(stage: BrowserStage, { before }: Step, page: string): void {
  if (!before.matches('leavingPage')) stage.expectedUrl = insteadOf(stage, page)
}

/** The URL of the page that replaces the previous one. */
function insteadOf({ expectedUrl }: BrowserStage, page: string): string {
  return `${page}?from=${encodeURIComponent(expectedUrl)}`
}

/** The menu of an administrator only links to the admin panel. */
function showsMenu({ before }: Step): boolean {
  return before.matches('visitor') || (before.matches('signedIn') && before.context.user.id !== vera.id)
}

async function showsUser(stage: BrowserStage, { context }: AnyMachineSnapshot): Promise<void> {
  const { userMenu, roleSwitch, nameOfRoleSwitch, notice } = sessionPage(stage.page)
  const { user, roleGroup, isImpersonating } = context as SessionContext
  if (user === null || roleGroup === null) throw new Error('No user is signed in')
  const name = `${user.firstName} ${user.lastName}`
  await showsErrorPage(stage)
  if (hasShell(stage)) {
    await soon(userMenu).toHaveAccessibleName(new RegExp(`^${user.firstName}`))
    if (groupsOf(context).length < 2) await soon(roleSwitch).toHaveCount(0)
    else await soon(roleSwitch).toHaveAccessibleName(nameOfRoleSwitch(roleGroup))
  }
  if (isImpersonating) await soon(notice).toContainText(viewedAs(name))
  else await soon(notice).toHaveCount(0)
  await remembers(stage, roleGroupCookieName(user.id), roleGroup)
  await assertSentToOtherTabs(stage, { type: 'user.changedElsewhere', userId: user.id })
}

async function showsSignedOut({ page }: BrowserStage): Promise<void> {
  const { userMenu, notice } = sessionPage(page)
  await soon(userMenu).toHaveCount(0)
  await soon(notice).toHaveCount(0)
}

async function remembers({ context }: BrowserStage, name: string, value: string): Promise<void> {
  await eventually(async () => (await context.cookies()).find((cookie) => cookie.name === name)?.value).toBe(value)
}
