import type { AnyMachineSnapshot } from 'xstate'
import { listUsers, type UserCard } from '#contract/admin.ts'
import { type RoleGroup, roleGroupCookieName } from '#contract/roles.ts'
import { groupsOf, type SessionContext } from '#src/machines/session-setup.ts'
import { type BrowserLevel, inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { Desk } from '#tests/model-runner/browser/browser-pool.ts'
import { type BrowserStage, hasFrame, isLeaving, standsAt } from '#tests/model-runner/browser/browser-stage.ts'
import { config } from '#tests/model-runner/browser/default-responses.ts'
import { type Hands, person, type Screen, world } from '#tests/model-runner/browser/drivers.ts'
import {
  hasToldOtherTabs,
  otherTabSays,
  someCallAnswers,
  tellSession,
} from '#tests/model-runner/browser/outside-events.ts'
import { eventually, soon } from '#tests/model-runner/browser/polling.ts'
import { json, noContent, problem } from '#tests/model-runner/browser/scripted-network.ts'
import type { Level } from '#tests/model-runner/model.ts'
import type { Step } from '#tests/model-runner/paths/replay.ts'
import { toast } from '#tests/support/browser/toasts.ts'
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

/** The user that the administrator finds in the admin panel. */
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
  status: 'active',
  lastSignInAt: null,
  createdAt: '2026-09-01T09:00:00Z',
  relatives: [],
  contracts: [],
  sessions: [],
  loginAs: { allowed: true, reason: null },
}
const standing = {
  'GET /v1/admin/user/list': json(listUsers.answer.parse({ items: [found], total: 1, page: 1, pageSize: 50 })),
  [`GET /v1/admin/user/${boris.id}`]: json(found),
}
const panel = '/adm-panel/'

export function sessionInBrowser(desk: Desk): Level<BrowserStage> {
  const profile = () => ({ call: calls.profile })
  return inBrowser(desk, sessionModel, {
    start,
    profile: null,
    standing,
    ahead: { call: calls.profile },
    calls: {
      loadConfig: () => ({ call: calls.config }),
      loadUser: () => ({ call: calls.profile, throughCache: true }),
      reloadUser: profile,
      requestSignIn: ({ returnTo }: { returnTo?: string }, _, stage) => ({
        call: calls.signIn,
        query: { from_url: returnTo ?? stage.page.url().replace(stage.origin, '') },
      }),
      startImpersonation: (wish: object) => ({ call: calls.startImpersonation, body: wish }),
      endImpersonation: () => ({ call: calls.endImpersonation }),
    },
    address: (_, { place }) => place,
    written: [startReason],
    events,
    states,
  })
}

const roleWords: Record<RoleGroup, string> = {
  admin: 'Администратор',
  parent: 'Родитель',
  student: 'Ученик',
  teacher: 'Преподаватель',
}

const events: BrowserLevel['events'] = {
  'xstate.done.actor.loadConfig': world(({ edge }) => edge.answer(calls.config, json(config))),
  'xstate.error.actor.loadConfig': world(async (stage) => {
    await stage.edge.answer(calls.config, problem('not-found'))
    stage.place = insteadOf(stage, '/500')
  }),
  'xstate.done.actor.loadUser': world(profileAnswers),
  'xstate.error.actor.loadUser': world(async (stage) => {
    await stage.edge.answer(calls.profile, problem('unavailable'))
    stage.place = insteadOf(stage, '/500')
  }),
  'xstate.done.actor.reloadUser': world(profileAnswers),
  'xstate.error.actor.reloadUser': world(({ edge }) => edge.answer(calls.profile, problem('unavailable'))),
  'xstate.done.actor.requestSignIn': world(async (stage, { event }) => {
    // Without a sign-in the user becomes a visitor, and the data of visitors is fetched again.
    stage.edge.renew()
    await stage.edge.answer(calls.signIn, json({ location: event.output ?? '' }))
    if (event.output !== null) stage.destination = event.output
  }),
  'xstate.error.actor.requestSignIn': world(async ({ edge }) => {
    edge.renew()
    await edge.answer(calls.signIn, problem('not-found'))
  }),
  'xstate.done.actor.startImpersonation': world(async (stage) => {
    stage.place = '/'
    await stage.edge.answer(calls.startImpersonation, noContent)
  }),
  'xstate.error.actor.startImpersonation': person(dismissRefusal, {
    first: ({ edge }) => edge.answer(calls.startImpersonation, problem('target-not-weaker')),
  }),
  'xstate.done.actor.endImpersonation': world(async (stage, { before }) => {
    stage.place = `${panel}?user=${before.context.user.id}`
    await stage.edge.answer(calls.endImpersonation, noContent)
  }),
  'xstate.error.actor.endImpersonation': world(async ({ edge, page }) => {
    await edge.answer(calls.endImpersonation, problem('unavailable'))
    await soon(toast(page, 'Не удалось выйти из-под пользователя')).toBeVisible()
  }),
  'user.changedElsewhere': world((stage, { event }) => otherTabSays(stage, event)),
  'roleGroup.selectedElsewhere': world(async (stage, { event, taken }) => {
    const [name, value, url] = [roleGroupCookieName(event.userId), event.group, stage.origin]
    // The other tab stores its choice before it sends the message, and requests depend on the stored choice.
    if (taken.length > 0) {
      await stage.context.addCookies([{ name, value, url, secure: true }])
      stage.edge.renew()
    }
    await otherTabSays(stage, event)
  }),
  'page.restored': world(({ page }) =>
    page.evaluate(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
  ),
  'roleGroup.select': person(selectRoleGroup, {
    first: ({ edge }, { taken }) => {
      if (taken.length > 0) edge.renew()
    },
    afterwards: async (stage, { event, before, taken }) => {
      if (taken.length === 0) return
      const told = { ...event, type: 'roleGroup.selectedElsewhere', userId: before.context.user.id }
      await hasToldOtherTabs(stage, told)
    },
  }),
  'impersonation.start': person(startImpersonation),
  'impersonation.end': person(endImpersonation),
  'signIn.request': person(requestSignIn),
  'session.retry': person(retry, { first: ({ edge }) => edge.renew() }),
  'profile.changed': world(({ page }) =>
    page.evaluate(() => void window.dispatchEvent(new CustomEvent('profile-reload'))),
  ),
  // Sent to the session directly. The document starts a visit once, before the first render, and the document of the
  // static host contains no profile. The dialogs that change the profile or confirm a sign-in have separate models,
  // which assert the new phone and date. Here the events also occur in states in which no dialog can be open.
  'visit.begin': world((stage) => tellSession(stage, { type: 'visit.begin' })),
  'profile.received': world((stage, { event }) => tellSession(stage, { type: 'profile.received', user: event.user })),
  'twoFactor.checked': world((stage, { event }) => tellSession(stage, { type: 'twoFactor.checked', at: event.at })),
  'call.unauthorized': world((stage) => someCallAnswers(stage, problem('unauthenticated'))),
  'call.forbidden': world(async (stage, step) => {
    await someCallAnswers(stage, problem('role-missing'))
    moves(stage, step, '/403')
  }),
  'call.broken': world(async (stage, step) => {
    await someCallAnswers(stage, problem('internal-error'))
    moves(stage, step, '/500')
  }),
  'call.answeredForAnother': world((stage) => someCallAnswers(stage, problem('session-changed'))),
  'chunk.failed': (step) =>
    showsMenu(step)
      ? person(openLostPage, { first: losePages })
      : // The admin panel is one page and already open; in half of these states a dialog covers its lazy tabs.
        world((stage) => tellSession(stage, { type: 'chunk.failed' })),
  'page.reload': (step) =>
    showsMenu(step)
      ? person(reloadLostPage, { first: losePages })
      : world((stage) => tellSession(stage, { type: 'page.reload' })),
}

const states: BrowserLevel['states'] = {
  loadingConfig: showsNobody,
  loadingUser: showsNobody,
  visitor: async (stage) => {
    await standsAt(stage)
    if (hasFrame(stage)) await soon(signInButton(stage.page)).toBeVisible()
    await showsNobody(stage)
    await hasToldOtherTabs(stage, { type: 'user.changedElsewhere', userId: null })
  },
  'signedIn.present': showsPerson,
  'signedIn.refreshing': showsPerson,
  'signedIn.startingImpersonation': ({ page }) => soon(startButton(page)).toHaveAttribute('aria-busy', 'true'),
  'signedIn.endingImpersonation': async (stage, snapshot) => {
    await showsPerson(stage, snapshot)
    await soon(endButton(stage.page)).toBeDisabled()
  },
  askingToSignIn: standsAt,
  away: isLeaving,
  unavailable: async (stage) => {
    await standsAt(stage)
    await showsNobody(stage)
  },
}

async function profileAnswers(stage: BrowserStage, { event }: Step): Promise<void> {
  // An administrator is always redirected to the admin panel (S6).
  if (event.output?.user.id === vera.id) stage.place = panel
  await stage.edge.answer(calls.profile, event.output === null ? problem('unauthenticated') : json(event.output.user))
}

/** The role switch shows the role groups of the user; with a single group there is no switch. */
async function selectRoleGroup(hands: Hands, { event, before, taken }: Step): Promise<void> {
  const { page, press } = hands
  const { roleGroup } = before.context as SessionContext
  const held = groupsOf(before.context)
  if (held.length < 2) return soon(roleSwitch(page)).toHaveCount(0)
  await press(roleSwitch(page))
  await soon(page.getByRole('menuitemcheckbox', { checked: true })).toHaveText(roleWords[roleGroup ?? 'admin'])
  const entry = page.getByRole('menuitemcheckbox', { name: roleWords[event.group as RoleGroup] })
  if (!held.includes(event.group)) {
    await soon(entry).toHaveCount(0)
    return page.keyboard.press('Escape')
  }
  await press(entry)
  if (taken.length > 0) hands.place = event.group === 'parent' ? '/home-page' : '/profile'
}

/** From the card of the user in the admin panel, with a reason; only administrators have access. */
async function startImpersonation(hands: Hands, { event, taken }: Step): Promise<void> {
  const { page, press } = hands
  if (taken.length === 0) return soon(page.getByRole('button', { name: 'Войти как' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Громов Борис' }).click()
  await page.getByRole('button', { name: 'Войти как' }).click()
  await page.getByLabel('Причина').pressSequentially(event.reason)
  await press(startButton(page))
  hands.place = `${panel}?user=${boris.id}&dialog=login`
}

async function dismissRefusal(hands: Hands): Promise<void> {
  const { page } = hands
  await soon(page.getByRole('alert')).toContainText('Войти не удалось')
  await page.getByRole('button', { name: 'Отменить' }).click()
  await page.getByRole('button', { name: 'Закрыть без сохранения' }).click()
  await page.getByRole('button', { name: 'Закрыть', exact: true }).click()
  hands.place = panel
}

async function endImpersonation({ page, press }: Hands, { taken }: Step): Promise<void> {
  if (taken.length > 0) await press(endButton(page))
  else await soon(endButton(page)).toHaveCount(0)
}

async function retry(hands: Hands): Promise<void> {
  await hands.press(hands.page.getByRole('button', { name: 'Попробовать снова' }))
  hands.place = start
}

/** In the header, or on the 403 page of a URL that visitors cannot open (D-6). */
async function requestSignIn(hands: Hands, { event }: Step): Promise<void> {
  const { page, press } = hands
  if (event.returnTo === closedPage) {
    await page.getByRole('link', { name: 'Успехи детей' }).click()
    await soon(page.getByRole('heading', { name: 'Доступ запрещён' })).toBeVisible()
    hands.place = `/403?from=${encodeURIComponent(closedPage)}`
  }
  await press(signInButton(page))
}

/** Page chunks fail to load; the chunk of the error page must already be loaded. */
async function losePages({ page }: BrowserStage): Promise<void> {
  await page.route('**/assets/page-*.js', (route) => route.abort())
}

async function openLostPage(hands: Hands): Promise<void> {
  await hands.page.getByRole('link', { name: 'Налоговый вычет' }).click()
  await soon(hands.page.getByRole('alert')).toContainText('Страница не загрузилась')
  hands.place = '/tax-deduction'
}

async function reloadLostPage(hands: Hands): Promise<void> {
  await openLostPage(hands)
  await hands.press(hands.page.getByRole('button', { name: 'Обновить страницу' }))
}

/** A page that is being replaced does not navigate by itself. */
function moves(stage: BrowserStage, { before }: Step, page: string): void {
  if (!before.matches('away')) stage.place = insteadOf(stage, page)
}

/** The URL of the page that replaces the previous one. */
function insteadOf({ place }: BrowserStage, page: string): string {
  return `${page}?from=${encodeURIComponent(place)}`
}

/** The menu of an administrator only links to the admin panel. */
function showsMenu({ before }: Step): boolean {
  return before.matches('visitor') || (before.matches('signedIn') && before.context.user.id !== vera.id)
}

async function showsPerson(stage: BrowserStage, { context }: AnyMachineSnapshot): Promise<void> {
  const { page } = stage
  const { user, roleGroup, isLoggedAsAdmin } = context as SessionContext
  if (user === null || roleGroup === null) throw new Error('Nobody is signed in')
  const name = `${user.firstName} ${user.lastName}`
  await standsAt(stage)
  if (hasFrame(stage)) {
    await soon(userMenu(page)).toHaveAccessibleName(new RegExp(`^${user.firstName}`))
    if (groupsOf(context).length < 2) await soon(roleSwitch(page)).toHaveCount(0)
    else await soon(roleSwitch(page)).toHaveAccessibleName(`Роль: ${roleWords[roleGroup]}`)
  }
  const notice = page.getByRole('region', { name: 'Вход под пользователем' })
  if (isLoggedAsAdmin) await soon(notice).toContainText(`Вы смотрите как ${name}`)
  else await soon(notice).toHaveCount(0)
  await remembers(stage, roleGroupCookieName(user.id), roleGroup)
  await hasToldOtherTabs(stage, { type: 'user.changedElsewhere', userId: user.id })
}

async function showsNobody({ page }: BrowserStage): Promise<void> {
  await soon(userMenu(page)).toHaveCount(0)
  await soon(page.getByRole('region', { name: 'Вход под пользователем' })).toHaveCount(0)
}

async function remembers({ context }: BrowserStage, name: string, value: string): Promise<void> {
  await eventually(async () => (await context.cookies()).find((cookie) => cookie.name === name)?.value).toBe(value)
}

const userMenu = (page: Screen) => page.getByRole('button', { name: /меню пользователя$/i })
const roleSwitch = (page: Screen) => page.getByRole('button', { name: /^Роль:/ })
const startButton = (page: Screen) => page.getByRole('dialog').getByRole('button', { name: 'Войти', exact: true })
const endButton = (page: Screen) => page.getByRole('button', { name: 'Выйти из-под пользователя' })
const signInButton = (page: Screen) => page.getByRole('button', { name: 'Войти', exact: true }).first()
