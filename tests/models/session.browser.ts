import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import type { AnyMachineSnapshot } from 'xstate'
import type { UserCard } from '#contract/admin.ts'
import { type RoleGroup, roleGroupCookieName } from '#contract/roles.ts'
import { groupsOf, type SessionContext } from '#src/machines/session-setup.ts'
import { json, noContent, problem } from './browser/network-edge.ts'
import { eventually, soon } from './browser/patience.ts'
import {
  type BrowserStage,
  config,
  type Desk,
  hasFrame,
  hasToldOtherTabs,
  inBrowser,
  isLeaving,
  otherTabSays,
  someCallAnswers,
  standsAt,
  tellSession,
} from './browser/stage.ts'
import type { Level } from './model.ts'
import { boris, vera } from './people.ts'
import type { Step } from './replay.ts'
import { closedPage } from './session.model.ts'

const calls = {
  config: 'GET /v1/system/config',
  profile: 'GET /v1/profile',
  signIn: 'GET /v1/auth/redirect-to-oauth-provider',
  startImpersonation: 'POST /v1/admin/auth/login-as',
  endImpersonation: 'POST /v1/admin/auth/logout-as',
}
const start = '/events'

/** Whom the administrator finds in the panel. */
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
  'GET /v1/admin/user/list': json({ items: [found], total: 1, page: 1, pageSize: 50 }),
  [`GET /v1/admin/user/${boris.id}`]: json(found),
}
const panel = '/adm-panel/'

export function sessionInBrowser(desk: Desk): Level<BrowserStage> {
  return inBrowser(desk, { start, held: Object.values(calls), standing }, { events, states })
}

const roleWords: Record<RoleGroup, string> = {
  admin: 'Администратор',
  parent: 'Родитель',
  student: 'Ученик',
  teacher: 'Преподаватель',
}

const events: Level<BrowserStage>['events'] = {
  'xstate.done.actor.loadConfig': ({ edge }) => edge.answer(calls.config, json(config)),
  'xstate.error.actor.loadConfig': async (stage) => {
    await stage.edge.answer(calls.config, problem('not-found'))
    stage.place = '/500'
  },
  'xstate.done.actor.loadUser': profileAnswers,
  'xstate.error.actor.loadUser': async (stage) => {
    await stage.edge.answer(calls.profile, problem('unavailable'))
    stage.place = '/500'
  },
  'xstate.done.actor.reloadUser': profileAnswers,
  'xstate.error.actor.reloadUser': ({ edge }) => edge.answer(calls.profile, problem('unavailable')),
  'xstate.done.actor.requestSignIn': async (stage, { event }) => {
    await stage.edge.answer(calls.signIn, json({ location: event.output ?? '' }))
    if (event.output !== null) stage.destination = event.output
  },
  'xstate.error.actor.requestSignIn': ({ edge }) => edge.answer(calls.signIn, problem('not-found')),
  'xstate.done.actor.startImpersonation': async (stage) => {
    await stage.edge.answer(calls.startImpersonation, noContent)
  },
  'xstate.error.actor.startImpersonation': async ({ edge, page }) => {
    await edge.answer(calls.startImpersonation, problem('target-not-weaker'))
    await soon(page.getByRole('alert')).toContainText('Войти не удалось')
    await page.getByRole('button', { name: 'Отменить' }).click()
    await page.getByRole('button', { name: 'Закрыть' }).click()
  },
  'xstate.done.actor.endImpersonation': ({ edge }) => edge.answer(calls.endImpersonation, noContent),
  'xstate.error.actor.endImpersonation': async ({ edge, page }) => {
    await edge.answer(calls.endImpersonation, problem('unavailable'))
    await soon(page.getByRole('alert')).toContainText('Не удалось выйти из-под пользователя')
  },
  'user.changedElsewhere': (stage, { event }) => otherTabSays(stage, event),
  'roleGroup.selectedElsewhere': async (stage, { event, taken }) => {
    const [name, value, url] = [roleGroupCookieName(event.userId), event.group, stage.origin]
    // The other tab writes its choice down before it tells of it.
    if (taken.length > 0) await stage.context.addCookies([{ name, value, url, secure: true }])
    await otherTabSays(stage, event)
  },
  'page.restored': ({ page }) =>
    page.evaluate(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
  'roleGroup.select': selectRoleGroup,
  'impersonation.start': startImpersonation,
  'impersonation.end': endImpersonation,
  'signIn.request': requestSignIn,
  'session.retry': ({ page }) => page.getByRole('button', { name: 'Попробовать снова' }).click(),
  // The screens that change the profile have models of their own.
  'profile.changed': (stage) => tellSession(stage, { type: 'profile.changed' }),
  'visit.begin': (stage) => tellSession(stage, { type: 'visit.begin' }),
  'profile.received': (stage, { event }) => tellSession(stage, { type: 'profile.received', user: event.user }),
  'twoFactor.checked': (stage, { event }) => tellSession(stage, { type: 'twoFactor.checked', at: event.at }),
  'call.unauthorized': async (stage) => {
    const { pathname, search } = new URL(stage.page.url())
    stage.returnTo = pathname === panel ? pathname + search : stage.place
    await someCallAnswers(stage, problem('unauthenticated'))
  },
  'call.forbidden': async (stage, step) => {
    await someCallAnswers(stage, problem('role-missing'))
    moves(stage, step, '/403')
  },
  'call.broken': async (stage, step) => {
    await someCallAnswers(stage, problem('internal-error'))
    moves(stage, step, '/500')
  },
  'call.answeredForAnother': (stage) => someCallAnswers(stage, problem('session-changed')),
  'chunk.failed': loseChunk,
  'page.reload': async (stage, step) => {
    if (!showsMenu(step)) return tellSession(stage, { type: 'page.reload' })
    await loseChunk(stage, step)
    await stage.page.getByRole('button', { name: 'Обновить страницу' }).click()
  },
}

const states: Level<BrowserStage>['states'] = {
  loadingConfig: async (stage) => {
    await stage.edge.isHeld(calls.config)
    await showsNobody(stage)
  },
  loadingUser: async (stage) => {
    await stage.edge.isHeld(calls.profile)
    await stage.edge.isHeld(calls.config, false)
    await showsNobody(stage)
  },
  visitor: async (stage) => {
    await standsAt(stage)
    if (hasFrame(stage)) await soon(signInButton(stage.page)).toBeVisible()
    await showsNobody(stage)
    await hasToldOtherTabs(stage, { type: 'user.changedElsewhere', userId: null })
  },
  'signedIn.present': showsPerson,
  'signedIn.refreshing': async (stage, snapshot) => {
    await stage.edge.isHeld(calls.profile)
    await showsPerson(stage, snapshot)
  },
  'signedIn.startingImpersonation': async (stage, snapshot) => {
    await stage.edge.isHeld(calls.startImpersonation)
    if (stage.place !== panel) return showsPerson(stage, snapshot)
    await soon(startButton(stage.page)).toHaveAttribute('aria-busy', 'true')
  },
  'signedIn.endingImpersonation': async (stage, snapshot) => {
    await stage.edge.isHeld(calls.endImpersonation)
    await showsPerson(stage, snapshot)
    await soon(endButton(stage.page)).toBeDisabled()
  },
  askingToSignIn: async ({ edge, returnTo }) => {
    await edge.isHeld(calls.signIn)
    expect((await edge.wasAsked(calls.signIn)).query).toEqual({ from_url: returnTo })
  },
  away: isLeaving,
  unavailable: async (stage) => {
    await standsAt(stage)
    await showsNobody(stage)
  },
}

async function profileAnswers(stage: BrowserStage, { event }: Step): Promise<void> {
  // An administrator is always led to the panel (S6).
  if (event.output?.user.id === vera.id) stage.place = panel
  await stage.edge.answer(calls.profile, event.output === null ? problem('unauthenticated') : json(event.output.user))
}

/** In the role switch stand the groups that the person holds; whoever holds one has no switch. */
async function selectRoleGroup(stage: BrowserStage, { event, before, taken }: Step): Promise<void> {
  const { page } = stage
  const { roleGroup } = before.context as SessionContext
  const held = groupsOf(before.context)
  if (held.length < 2) return soon(roleSwitch(page)).toHaveCount(0)
  await roleSwitch(page).click()
  await soon(page.getByRole('menuitemcheckbox', { checked: true })).toHaveText(roleWords[roleGroup ?? 'admin'])
  const entry = page.getByRole('menuitemcheckbox', { name: roleWords[event.group as RoleGroup] })
  if (!held.includes(event.group)) {
    await soon(entry).toHaveCount(0)
    return page.keyboard.press('Escape')
  }
  await entry.click()
  if (taken.length === 0) return
  stage.place = event.group === 'parent' ? '/home-page' : '/profile'
  await hasToldOtherTabs(stage, { ...event, type: 'roleGroup.selectedElsewhere', userId: before.context.user.id })
}

/** From the card of the user in the panel, with a reason; nobody else has such a button. */
async function startImpersonation(stage: BrowserStage, { event, before }: Step): Promise<void> {
  const { page } = stage
  if (before.context.user.id !== vera.id) {
    return tellSession(stage, { type: 'impersonation.start', userId: event.userId, reason: event.reason })
  }
  await page.getByRole('link', { name: 'Громов Борис' }).click()
  await page.getByRole('button', { name: 'Войти как' }).click()
  await page.getByLabel('Причина').fill(event.reason)
  await startButton(page).click()
}

async function endImpersonation({ page }: BrowserStage, { before }: Step): Promise<void> {
  if (before.context.isLoggedAsAdmin) await endButton(page).click()
  else await soon(endButton(page)).toHaveCount(0)
}

/** In the header, or on the 403 page of an address that is closed to visitors (D-6). */
async function requestSignIn(stage: BrowserStage, { event }: Step): Promise<void> {
  const { page } = stage
  if (event.returnTo === closedPage) {
    await page.getByRole('link', { name: 'Успехи детей' }).click()
    await soon(page.getByRole('heading', { name: 'Доступ запрещён' })).toBeVisible()
  }
  stage.returnTo = event.returnTo ?? stage.place
  await signInButton(page).click()
}

/** The person follows a link to a page whose code does not come; elsewhere the session is told so. */
async function loseChunk(stage: BrowserStage, step: Step): Promise<void> {
  const { page, edge } = stage
  if (showsMenu(step)) {
    // The page's own code alone: what draws its failure has to be there.
    await page.route('**/assets/page-*.js', (route) => route.abort())
    await page.getByRole('link', { name: 'Налоговый вычет' }).click()
    await soon(page.getByRole('alert')).toContainText('Страница не загрузилась')
    stage.place = '/tax-deduction'
  } else await tellSession(stage, { type: 'chunk.failed' })
  // Whether there is a new release (D-32).
  await edge.wasAsked('GET /')
}

/** A page that is being replaced goes nowhere else by itself. */
function moves(stage: BrowserStage, { before }: Step, place: string): void {
  if (!before.matches('away')) stage.place = place
}

/** An administrator's menu leads nowhere but to the panel. */
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

const userMenu = (page: Page) => page.getByRole('button', { name: /меню пользователя$/i })
const roleSwitch = (page: Page) => page.getByRole('button', { name: /^Роль:/ })
const startButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Войти', exact: true })
const endButton = (page: Page) => page.getByRole('button', { name: 'Выйти из-под пользователя' })
const signInButton = (page: Page) => page.getByRole('button', { name: 'Войти', exact: true }).first()
