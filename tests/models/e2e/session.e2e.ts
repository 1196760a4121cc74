import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import type { AnyMachineSnapshot } from 'xstate'
import { type RoleGroup, roleGroupCookieName } from '#contract/roles.ts'
import { groupsOf, type SessionContext } from '#src/machines/setups/session-setup.ts'
import { eventually, soon } from '#tests/model-runner/browser/polling.ts'
import { unplayable } from '#tests/model-runner/e2e/e2e-level.ts'
import type { Step } from '#tests/model-runner/paths/replay.ts'
import { expectServedMenu, shownMenu } from '#tests/models/pages/served-facts.ts'
import { anna, boris, gleb, vera } from '#tests/models/sample-users.ts'
import { closedPage, startReason } from '#tests/models/session.model.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { sessionFailures, sessionPage, viewedAs } from '#tests/support/pages/session-page.ts'
import { fillDisk, loseTable, repair } from './fault-injection.ts'
import {
  endsElsewhere,
  openPeople,
  opensAs,
  opensEvents,
  opensTab,
  type SessionData,
  type SessionStage,
  seenBy,
  setRoles,
  someone,
} from './fixtures/session-people.ts'
import { type ProductLevel, signIn } from './test-server.ts'

const calls = {
  profile: 'GET /v1/profile',
  signIn: 'GET /v1/auth/redirect-to-oauth-provider',
  start: 'POST /v1/admin/auth/login-as',
  end: 'POST /v1/admin/auth/logout-as',
}
const isAt = ({ before }: Step, ...states: string[]) => states.some((state) => before.matches(state))
const isVera = ({ before }: Step) => before.context.user?.id === vera.id

/** A user opens the page and their session changes; an administrator impersonates a student. */
export const sessionEndToEnd: ProductLevel<SessionData> = {
  open: openPeople,
  held: Object.values(calls),
  begin: async () => undefined,
  unplayableSteps: [
    {
      why: 'a page that is loading or being replaced has no controls',
      is: (step) =>
        isAt(step, 'loadingConfig', 'loadingUser', 'askingToSignIn', 'leavingPage') &&
        !step.event.type.startsWith('xstate.'),
    },
    {
      why: 'only the admin panel starts an impersonation',
      is: (step) => step.event.type === 'impersonation.start' && !isVera(step),
    },
    {
      why: 'another tab has the same user with the same roles',
      is: (step) =>
        step.event.type === 'roleGroup.selectedElsewhere' &&
        (step.event.userId === gleb.id || !mayChoose(step, step.event.group)),
    },
    {
      why: 'the page of a visitor sends no request that could be refused',
      is: (step) => step.event.type.startsWith('call.') && isAt(step, 'visitor', 'unavailable'),
    },
    {
      why: 'the menu of a teacher has no page that can be refused',
      is: ({ event, before }) => event.type.startsWith('call.') && before.context.roleGroup === 'teacher',
    },
    {
      why: 'a pending dialog covers the links',
      is: ({ event, before }) =>
        /^(call\.|roleGroup\.select$)/.test(event.type) && before.matches({ signedIn: 'startingImpersonation' }),
    },
    {
      why: 'a student cannot end the session of the administrator',
      is: ({ event, before }) =>
        event.type === 'xstate.done.actor.reloadUser' && event.output === null && before.context.isImpersonating,
    },
  ],
  events: {
    'xstate.done.actor.loadConfig': () => undefined,
    'xstate.error.actor.loadConfig': unplayable('the document contains the config'),
    'xstate.done.actor.loadUser': {
      'пришла Анна, родитель и преподаватель': (stage) => opensAs(stage, someone(stage, anna.id)),
      'под Борисом вошёл администратор': async (stage) => {
        // Through the panel, which keeps its address for the way back.
        await opensAs(stage, someone(stage, vera.id))
        await enterAsBoris(stage, startReason)
        await impersonationStarts(stage)
        await opensEvents(stage)
      },
      'пришла Вера, администратор': (stage) => opensAs(stage, someone(stage, vera.id)),
      'никто не вошёл (401)': (stage) => opensAs(stage, { cookies: {} }),
    },
    'xstate.error.actor.loadUser': async (stage) => {
      await loseTable(stage, 'users')
      await opensAs(stage, someone(stage, anna.id))
      await stage.server.proxy.pass(calls.profile)
    },
    'xstate.done.actor.reloadUser': {
      'профиль перечитан': ({ server }) => server.proxy.pass(calls.profile),
      'вместо этого человека отвечают за Глеба': unplayable(
        'the server answers another user with 409, not with a profile',
      ),
      'оказалось, что никто не вошёл (401)': async (stage, { before }) => {
        await endsElsewhere(stage, before.context.user.id)
        await stage.server.proxy.pass(calls.profile)
      },
    },
    'xstate.error.actor.reloadUser': async (stage) => {
      await loseTable(stage, 'users')
      await stage.server.proxy.pass(calls.profile)
      await repair(stage)
    },
    'xstate.done.actor.requestSignIn': {
      'получен адрес входа': async ({ server, page }) => {
        await server.proxy.pass(calls.signIn)
        await soon(page.getByLabel('Логин')).toBeVisible()
      },
      'адреса входа нет': unplayable('the server always returns a sign-in URL or refuses'),
    },
    'xstate.error.actor.requestSignIn': ({ server }) => server.proxy.cut(calls.signIn),
    'xstate.done.actor.startImpersonation': impersonationStarts,
    'xstate.error.actor.startImpersonation': async (stage) => {
      const { page, server } = stage
      await setRoles(stage, boris.id, ['student', 'administrator'])
      await server.proxy.pass(calls.start)
      const { refusal, wayBack } = sessionPage(page)
      await soon(refusal).toBeVisible()
      expect(await seenBy(stage, boris.id)).toEqual([])
      await setRoles(stage, boris.id, ['student'])
      for (const button of wayBack) await button.click()
    },
    'xstate.done.actor.endImpersonation': async (stage) => {
      await stage.server.proxy.pass(calls.end)
      await stage.server.proxy.pass(calls.profile)
      // Back on the card of the student, without the dialog that began it.
      const { lastName, userId } = someone(stage, boris.id)
      const isCard = ({ searchParams }: URL) => searchParams.get('user') === userId && !searchParams.has('dialog')
      await soon(stage.page).toHaveURL(isCard)
      await soon(stage.page.getByRole('dialog', { name: `${lastName} Борис` })).toBeVisible()
      await soon(sessionPage(stage.page).notice).toHaveCount(0)
      expect(await seenBy(stage, boris.id)).toEqual([])
    },
    'xstate.error.actor.endImpersonation': async (stage) => {
      await fillDisk(stage, 'sessions')
      await stage.server.proxy.pass(calls.end)
      await repair(stage)
      await soon(toast(stage.page, sessionFailures.endImpersonation)).toBeVisible()
    },
    'user.changedElsewhere': {
      'в другой вкладке тот же человек': opensTab,
      'в другой вкладке другой человек': async (stage) => {
        await signIn(stage, someone(stage, gleb.id))
        await opensTab(stage)
      },
    },
    'roleGroup.selectedElsewhere': async (stage, step) => {
      const tab = await opensTab(stage)
      if (step.taken.length > 0) await changesMenu(stage.page, step, () => selects(tab, step.event.group))
    },
    'roleGroup.select': async ({ page }, step) => {
      const { group } = step.event
      const { roleSwitch, nameOfRoleSwitch, roleGroup } = sessionPage(page)
      if (groupsOf(step.before.context).length < 2) return soon(roleSwitch).toHaveCount(0)
      if (mayChoose(step, group)) {
        await changesMenu(page, step, () => selects(page, group))
        await soon(roleSwitch).toHaveAccessibleName(nameOfRoleSwitch(group))
        return expectServedMenu(page)
      }
      await roleSwitch.click()
      await soon(roleGroup(group)).toHaveCount(0)
      await page.keyboard.press('Escape')
    },
    'impersonation.start': (stage, { event }) => enterAsBoris(stage, event.reason),
    'impersonation.end': async ({ page }, { before }) => {
      const { end } = sessionPage(page)
      if (before.context.isImpersonating) await end.click()
      else await soon(end).toHaveCount(0)
    },
    'signIn.request': async ({ page }, { event }) => {
      if (event.returnTo === closedPage) {
        // The menu of a visitor has no link to this page.
        await page.goto(closedPage)
        await soon(sessionPage(page).heading('forbidden')).toBeVisible()
      }
      await sessionPage(page).signIn.click()
    },
    'profile.changed': ({ page }) => page.evaluate(() => void window.dispatchEvent(new CustomEvent('profile-reload'))),
    'call.unauthorized': async (stage, step) => {
      const { user, isImpersonating } = step.before.context
      // An impersonation ends with the session of the administrator.
      await endsElsewhere(stage, isImpersonating ? vera.id : user.id)
      await requestMore(stage, step)
    },
    'call.forbidden': async (stage, step) => {
      await setRoles(stage, step.before.context.user.id, [])
      await requestMore(stage, step)
      await soon(sessionPage(stage.page).heading('forbidden')).toBeVisible()
    },
    'call.broken': async (stage, step) => {
      await loseTable(stage, isVera(step) ? 'user_roles' : 'lessons')
      await requestMore(stage, step)
      await soon(sessionPage(stage.page).heading('broken')).toBeVisible()
    },
    'call.answeredForAnother': async (stage, step) => {
      await signIn(stage, someone(stage, gleb.id))
      await requestMore(stage, step)
    },
    'session.retry': unplayable('only a missing config can be retried, and the document contains it'),
    'page.loaded': unplayable('the page starts a visit once by itself'),
    'profile.received': unplayable('covered by accountVerification'),
    'twoFactor.checked': unplayable('covered by twoFactor'),
    'stream.sessionEnded': unplayable('the stream opens when the page is at rest; a story covers it'),
    'provider.checkDue': unplayable('the embedded provider is never asked; a story covers an external one'),
    'chunk.failed': unplayable('the server has one build; a story covers a lost chunk'),
    'page.reload': unplayable('only a lost chunk shows the button'),
    'page.restored': unplayable('automated Chromium reloads the page instead of restoring it'),
  },
  states: {
    loadingConfig: () => undefined,
    loadingUser: () => undefined,
    visitor: async ({ page }) => {
      const { signIn, userMenu } = sessionPage(page)
      await soon(signIn).toBeVisible()
      await soon(userMenu).toHaveCount(0)
    },
    'signedIn.present': showsPerson,
    'signedIn.refreshing': async (stage, snapshot) => {
      await stage.server.proxy.isHeld(calls.profile)
      await showsPerson(stage, snapshot)
    },
    'signedIn.startingImpersonation': async ({ server, page }) => {
      await server.proxy.isHeld(calls.start)
      await soon(sessionPage(page).start).toHaveAttribute('aria-busy', 'true')
    },
    'signedIn.endingImpersonation': async (stage, snapshot) => {
      await stage.server.proxy.isHeld(calls.end)
      await showsPerson(stage, snapshot)
      await soon(sessionPage(stage.page).end).toBeDisabled()
    },
    askingToSignIn: ({ server }) => server.proxy.isHeld(calls.signIn),
    leavingPage: ({ page }) =>
      eventually(() => page.evaluate(() => 'isTheSame' in window).catch(() => true), 'the page is replaced').toBe(
        false,
      ),
    unavailable: ({ page }) => soon(sessionPage(page).heading('broken')).toBeVisible(),
  },
}

/** The administrator finds the student in the panel and enters as this user. */
async function enterAsBoris(stage: SessionStage, reason: string): Promise<void> {
  const { page } = stage
  const { lastName } = someone(stage, boris.id)
  const session = sessionPage(page)
  await page.getByRole('link', { name: 'Пользователи' }).click()
  await session.search.fill(lastName)
  // A row that moves between press and release is not pressed.
  await soon(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: `${lastName} Борис`, exact: true }).click()
  await session.impersonate.click()
  await session.reason.fill(reason)
  await session.start.click()
}

async function impersonationStarts(stage: SessionStage): Promise<void> {
  await stage.server.proxy.pass(calls.start)
  await stage.server.proxy.pass(calls.profile)
  await soon(sessionPage(stage.page).notice).toContainText(viewedAs(`Борис ${someone(stage, boris.id).lastName}`))
  expect(await seenBy(stage, boris.id)).toEqual([someone(stage, vera.id).userId])
}

/** The user opens something that the page has not requested yet. */
async function requestMore({ page }: SessionStage, step: Step): Promise<void> {
  if (isVera(step)) await sessionPage(page).search.fill('Громов')
  else await page.getByRole('link', { name: 'Расписание', exact: true }).click()
}

async function selects(page: Page, group: RoleGroup): Promise<void> {
  const { roleSwitch, roleGroup } = sessionPage(page)
  await roleSwitch.click()
  await roleGroup(group).click()
}

/** Waits for the menu of the other role group, which is shown after the name of its switch. */
async function changesMenu(page: Page, { event, before }: Step, select: () => Promise<void>): Promise<void> {
  const former = await shownMenu(page)
  await select()
  if (event.group !== before.context.roleGroup)
    await eventually(() => shownMenu(page), 'the menu of the other role group').not.toEqual(former)
}

function mayChoose({ before }: Step, group: RoleGroup): boolean {
  return before.context.user !== null && groupsOf(before.context).length > 1 && groupsOf(before.context).includes(group)
}

async function showsPerson(stage: SessionStage, { context: known }: AnyMachineSnapshot): Promise<void> {
  const { page, context } = stage
  const { userMenu, roleSwitch, nameOfRoleSwitch, notice } = sessionPage(page)
  const { user, roleGroup, isImpersonating } = known as SessionContext
  if (user === null || roleGroup === null) throw new Error('No user is signed in')
  const { lastName, userId } = someone(stage, user.id)
  if (!/^\/(403|500)$/.test(new URL(page.url()).pathname)) {
    await soon(userMenu).toHaveAccessibleName(new RegExp(`^${user.firstName}`))
    if (groupsOf(known as SessionContext).length < 2) await soon(roleSwitch).toHaveCount(0)
    else await soon(roleSwitch).toHaveAccessibleName(nameOfRoleSwitch(roleGroup))
  }
  if (isImpersonating) await soon(notice).toContainText(viewedAs(`${user.firstName} ${lastName}`))
  else await soon(notice).toHaveCount(0)
  const remembered = async () =>
    (await context.cookies()).find(({ name }) => name === roleGroupCookieName(userId))?.value
  await eventually(remembered).toBe(roleGroup)
}
