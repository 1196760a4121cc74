import { describe, expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { sessionMachine, settledSessionSnapshot } from '#src/machines/session.ts'
import { signedOutContext, type User } from '#src/machines/session-setup.ts'
import {
  type MachineStage,
  rejectActor,
  resolveActor,
  runningActors,
  sendEvent,
  startOnStage,
} from '#tests/model-runner/machine-level.ts'
import { anna, boris, vera } from '#tests/models/sample-users.ts'

const open = () => startOnStage(sessionMachine)
const stateOf = ({ actor }: MachineStage) => actor.getSnapshot().value
const contextOf = ({ actor }: MachineStage) => actor.getSnapshot().context

async function arrive(user: User, rememberedGroup: string | null = null): Promise<MachineStage> {
  const stage = open()
  await resolveActor(stage, 'loadConfig')
  await resolveActor(stage, 'loadUser', { user, rememberedGroup })
  return stage
}

async function arriveAsVisitor(): Promise<MachineStage> {
  const stage = open()
  await resolveActor(stage, 'loadConfig')
  await resolveActor(stage, 'loadUser', null)
  return stage
}

describe('the start of the app', () => {
  test('loads the profile only after the configuration', async () => {
    const stage = open()
    expect(runningActors(stage)).toEqual(['loadConfig'])
    await resolveActor(stage, 'loadConfig')
    expect(runningActors(stage)).toEqual(['loadUser'])
  })

  test('does not load the profile without the configuration', async () => {
    const stage = open()
    await rejectActor(stage, 'loadConfig')
    expect([stateOf(stage), runningActors(stage), contextOf(stage)]).toEqual(['unavailable', [], signedOutContext])
  })

  test('shows the 500 page without a profile and retries from the configuration', async () => {
    const stage = open()
    await resolveActor(stage, 'loadConfig')
    await rejectActor(stage, 'loadUser')
    expect(stateOf(stage)).toBe('unavailable')
    await sendEvent(stage, { type: 'session.retry' })
    expect([stateOf(stage), runningActors(stage)]).toEqual(['loadingConfig', ['loadConfig']])
  })

  test('becomes a visitor after a 401 and informs other tabs (S4, D-5, D-6)', async () => {
    const stage = await arriveAsVisitor()
    expect([stateOf(stage), contextOf(stage)]).toEqual(['visitor', signedOutContext])
    expect(stage.effects).toEqual([
      { action: 'forgetPerson' },
      { action: 'tellOtherTabs', params: { type: 'user.changedElsewhere', userId: null } },
    ])
  })

  test('stores the role group, informs the profile service and other tabs', async () => {
    const stage = await arrive(anna)
    expect([stateOf(stage), contextOf(stage)]).toEqual([
      { signedIn: 'present' },
      { user: anna, roleGroup: 'parent', isLoggedAsAdmin: false, startFailure: null },
    ])
    expect(stage.effects).toEqual([
      { action: 'rememberRoleGroup', params: { user: anna, group: 'parent' } },
      { action: 'announceUser', params: { user: anna } },
      { action: 'tellOtherTabs', params: { type: 'user.changedElsewhere', userId: anna.id } },
    ])
  })

  test('recognizes an impersonation from the profile (S3, D-13)', async () => {
    expect(contextOf(await arrive(boris))).toEqual({
      user: boris,
      roleGroup: 'student',
      isLoggedAsAdmin: true,
      startFailure: null,
    })
  })
})

describe('The role group', () => {
  test.each([
    ['the remembered one, if the person holds it', 'teacher', 'teacher'],
    ['the first one held when the remembered one is not held (D-12)', 'admin', 'parent'],
    ['the first one held when something else is remembered', 'parent; Path=/', 'parent'],
    ['the first one held when none is remembered (D-10)', null, 'parent'],
  ])('is %s', async (_, remembered, group) => {
    expect(contextOf(await arrive(anna, remembered)).roleGroup).toBe(group)
  })

  test('is null and not stored for a user without a role', async () => {
    const stage = await arrive({ ...anna, roles: [] }, 'parent')
    expect(contextOf(stage).roleGroup).toBeNull()
    expect(stage.effects[0]).toEqual({
      action: 'rememberRoleGroup',
      params: { user: { ...anna, roles: [] }, group: null },
    })
  })

  test('switches: stores it, informs other tabs, refetches the menu, opens the home page', async () => {
    const stage = await arrive(anna)
    await sendEvent(stage, { type: 'roleGroup.select', group: 'teacher' })
    expect(contextOf(stage)).toEqual({ user: anna, roleGroup: 'teacher', isLoggedAsAdmin: false, startFailure: null })
    expect(stage.effects).toEqual([
      { action: 'rememberRoleGroup', params: { user: anna, group: 'teacher' } },
      { action: 'tellOtherTabs', params: { type: 'roleGroup.selectedElsewhere', userId: anna.id, group: 'teacher' } },
      { action: 'refreshMenu' },
      { action: 'openHome' },
    ])
  })

  test.each(['admin', 'student', 'parent'])(
    '%s is not switched to by a person who does not hold it or is in it',
    async (group) => {
      const stage = await arrive(anna)
      await sendEvent(stage, { type: 'roleGroup.select', group })
      expect([contextOf(stage).roleGroup, stage.effects]).toEqual(['parent', []])
    },
  )

  test('follows another tab without navigation and without storing it again', async () => {
    const stage = await arrive(anna)
    const message = { type: 'roleGroup.selectedElsewhere', userId: anna.id, group: 'teacher' }
    await sendEvent(stage, message)
    expect([contextOf(stage).roleGroup, stage.effects]).toEqual(['teacher', [{ action: 'refreshMenu' }]])
  })

  test.each([
    ['of another person', { userId: vera.id, group: 'teacher' }],
    ['that the person does not hold', { userId: anna.id, group: 'admin' }],
  ])('does not follow a choice %s in another tab', async (_, choice) => {
    const stage = await arrive(anna)
    await sendEvent(stage, { type: 'roleGroup.selectedElsewhere', ...choice })
    expect([contextOf(stage).roleGroup, stage.effects]).toEqual(['parent', []])
  })

  test('survives a profile refresh and falls back when the user loses it', async () => {
    const stage = await arrive(anna, 'teacher')
    await sendEvent(stage, { type: 'profile.changed' })
    await resolveActor(stage, 'reloadUser', { user: { ...anna, firstName: 'Инна' }, rememberedGroup: 'teacher' })
    expect(contextOf(stage)).toMatchObject({ user: { firstName: 'Инна' }, roleGroup: 'teacher' })
    await sendEvent(stage, { type: 'profile.changed' })
    await resolveActor(stage, 'reloadUser', {
      user: { ...anna, roles: [{ name: 'parent' }] },
      rememberedGroup: 'teacher',
    })
    expect(contextOf(stage).roleGroup).toBe('parent')
  })
})

describe('The start of an impersonation', () => {
  const start = { type: 'impersonation.start', userId: boris.id, reason: 'Ученик не видит расписание' }

  test('sends one call with user and reason on repeated presses (D-37)', async () => {
    const stage = await arrive(vera)
    await sendEvent(stage, start)
    await sendEvent(stage, start)
    expect(stage.started).toEqual(['loadConfig', 'loadUser', 'startImpersonation'])
    expect(stage.working.get('startImpersonation')?.input).toEqual({ userId: boris.id, reason: start.reason })
  })

  test('clears the cache, opens the user’s home page, reloads the profile and informs other tabs', async () => {
    const stage = await arrive(vera)
    await sendEvent(stage, start)
    await resolveActor(stage, 'startImpersonation')
    expect([stateOf(stage), contextOf(stage), runningActors(stage)]).toEqual([
      'loadingUser',
      signedOutContext,
      ['loadUser'],
    ])
    expect(stage.effects).toEqual([{ action: 'forgetData' }, { action: 'openHome' }])
    await resolveActor(stage, 'loadUser', { user: boris, rememberedGroup: null })
    expect(contextOf(stage)).toMatchObject({ user: boris, roleGroup: 'student', isLoggedAsAdmin: true })
    expect(stage.effects).toContainEqual({
      action: 'tellOtherTabs',
      params: { type: 'user.changedElsewhere', userId: boris.id },
    })
  })

  test('stays on the page with the reason of a refusal; the next try starts without it', async () => {
    const stage = await arrive(vera)
    await sendEvent(stage, start)
    await rejectActor(stage, 'startImpersonation', new ApiError('target-not-weaker', 403, null))
    expect(stateOf(stage)).toEqual({ signedIn: 'present' })
    expect(contextOf(stage)).toMatchObject({ user: vera, startFailure: 'target-not-weaker' })
    await sendEvent(stage, start)
    expect([contextOf(stage).startFailure, runningActors(stage)]).toEqual([null, ['startImpersonation']])
  })

  test.each([
    ['anna, who is no administrator', anna],
    ['an administrator who looks as another user already', { ...vera, isLoggedAs: true }],
  ])('cannot be asked for by %s', async (_, user) => {
    const stage = await arrive(user)
    await sendEvent(stage, start)
    expect([stateOf(stage), runningActors(stage)]).toEqual([{ signedIn: 'present' }, []])
  })

  test('is dropped when another user has signed in meanwhile (D-5)', async () => {
    const stage = await arrive(vera)
    await sendEvent(stage, start)
    await sendEvent(stage, { type: 'user.changedElsewhere', userId: null })
    expect([stateOf(stage), runningActors(stage)]).toEqual(['away', []])
  })
})

describe('The end of an impersonation', () => {
  test('sends one call on repeated presses', async () => {
    const stage = await arrive(boris)
    await sendEvent(stage, { type: 'impersonation.end' })
    await sendEvent(stage, { type: 'impersonation.end' })
    await sendEvent(stage, { type: 'impersonation.end' })
    expect(stage.started).toEqual(['loadConfig', 'loadUser', 'endImpersonation'])
  })

  test('clears the cache, opens the user’s card in the admin panel and reloads the profile (S4)', async () => {
    const stage = await arrive(boris)
    await sendEvent(stage, { type: 'impersonation.end' })
    await resolveActor(stage, 'endImpersonation')
    expect([stateOf(stage), contextOf(stage), runningActors(stage)]).toEqual([
      'loadingUser',
      signedOutContext,
      ['loadUser'],
    ])
    expect(stage.effects).toEqual([
      { action: 'openAdminPanel', params: { userId: boris.id } },
      { action: 'forgetData' },
    ])
    await resolveActor(stage, 'loadUser', { user: vera, rememberedGroup: null })
    expect(contextOf(stage)).toEqual({ user: vera, roleGroup: 'admin', isLoggedAsAdmin: false, startFailure: null })
  })

  test('shows a notification after an error and can be retried (S4)', async () => {
    const stage = await arrive(boris)
    await sendEvent(stage, { type: 'impersonation.end' })
    await rejectActor(stage, 'endImpersonation')
    expect([stateOf(stage), stage.effects]).toEqual([{ signedIn: 'present' }, [{ action: 'notifyEndFailed' }]])
    await sendEvent(stage, { type: 'impersonation.end' })
    expect(runningActors(stage)).toEqual(['endImpersonation'])
  })

  test('is ignored without an impersonation', async () => {
    const stage = await arrive(anna)
    await sendEvent(stage, { type: 'impersonation.end' })
    expect([stateOf(stage), runningActors(stage)]).toEqual([{ signedIn: 'present' }, []])
  })
})

describe('a refreshed profile', () => {
  test('reloads the page if it belongs to another user (D-5)', async () => {
    const stage = await arrive(anna)
    await sendEvent(stage, { type: 'profile.changed' })
    await resolveActor(stage, 'reloadUser', { user: vera, rememberedGroup: null })
    expect([stateOf(stage), stage.effects]).toEqual(['away', [{ action: 'reloadPage' }]])
  })

  test('is refreshed once more after another change meanwhile', async () => {
    const stage = await arrive(anna)
    await sendEvent(stage, { type: 'profile.changed' })
    await sendEvent(stage, { type: 'profile.changed' })
    expect(stage.started.filter((id) => id === 'reloadUser')).toHaveLength(2)
    await resolveActor(stage, 'reloadUser', { user: { ...anna, firstName: 'Инна' }, rememberedGroup: null })
    expect([stateOf(stage), contextOf(stage).user?.firstName]).toEqual([{ signedIn: 'present' }, 'Инна'])
  })

  test('keeps the old data and shows a notification after an error', async () => {
    const stage = await arrive(anna)
    await sendEvent(stage, { type: 'profile.changed' })
    await rejectActor(stage, 'reloadUser')
    expect([stateOf(stage), contextOf(stage).user, stage.effects]).toEqual([
      { signedIn: 'present' },
      anna,
      [{ action: 'notifyNotRenewed' }],
    ])
  })

  test('is ignored if the answer of a change arrived meanwhile', async () => {
    const stage = await arrive(anna)
    await sendEvent(stage, { type: 'profile.changed' })
    const renewed = { ...anna, phone: '+79001234567' }
    await sendEvent(stage, { type: 'profile.received', user: renewed })
    expect([stateOf(stage), contextOf(stage).user, runningActors(stage)]).toEqual([
      { signedIn: 'present' },
      renewed,
      [],
    ])
  })
})

describe('the answer of a change', () => {
  test('replaces the profile without a request', async () => {
    const stage = await arrive(anna, 'teacher')
    const renewed = { ...anna, firstName: 'Аня' }
    await sendEvent(stage, { type: 'profile.received', user: renewed })
    expect([contextOf(stage), runningActors(stage), stage.effects]).toEqual([
      { user: renewed, roleGroup: 'teacher', isLoggedAsAdmin: false, startFailure: null },
      [],
      [{ action: 'refreshNames' }],
    ])
  })

  test('is ignored if it is about another user', async () => {
    const stage = await arrive(anna)
    await sendEvent(stage, { type: 'profile.received', user: vera })
    expect([contextOf(stage).user, stage.effects]).toEqual([anna, []])
  })

  test('sets the time of the last two-factor check (S3)', async () => {
    const stage = await arrive(anna)
    await sendEvent(stage, { type: 'twoFactor.checked', at: '2026-11-20T10:00:00Z' })
    expect([contextOf(stage).user, runningActors(stage)]).toEqual([
      { ...anna, twoFactorLastCheck: '2026-11-20T10:00:00Z' },
      [],
    ])
  })
})

describe('a document with the profile', () => {
  const restored = (arrival: Parameters<typeof settledSessionSnapshot>[1]) =>
    startOnStage(sessionMachine, undefined, [], settledSessionSnapshot(sessionMachine, arrival))

  test('settles the session without requests or side effects', async () => {
    const stage = restored({ user: anna, rememberedGroup: 'teacher' })
    expect([stateOf(stage), contextOf(stage), runningActors(stage), stage.effects]).toEqual([
      { signedIn: 'present' },
      { user: anna, roleGroup: 'teacher', isLoggedAsAdmin: false, startFailure: null },
      [],
      [],
    ])
  })

  test('runs the side effects once, at the start of the visit', async () => {
    const stage = restored({ user: anna, rememberedGroup: null })
    await sendEvent(stage, { type: 'visit.begin' })
    expect(stage.effects).toEqual([
      { action: 'rememberRoleGroup', params: { user: anna, group: 'parent' } },
      { action: 'announceUser', params: { user: anna } },
      { action: 'tellOtherTabs', params: { type: 'user.changedElsewhere', userId: anna.id } },
    ])
  })

  test('may describe a visitor: other tabs are informed at the start of the visit (D-5)', async () => {
    const stage = restored(null)
    expect([stateOf(stage), stage.effects]).toEqual(['visitor', []])
    await sendEvent(stage, { type: 'visit.begin' })
    expect(stage.effects).toEqual([
      { action: 'tellOtherTabs', params: { type: 'user.changedElsewhere', userId: null } },
    ])
  })
})

describe('a message of another tab', () => {
  const elsewhere = (userId: string | null) => ({ type: 'user.changedElsewhere', userId })

  test.each([
    ['somebody else', vera.id],
    ['visitor any more', null],
  ])('in which %s is signed in reloads this page', async (_, userId) => {
    const stage = await arrive(anna)
    await sendEvent(stage, elsewhere(userId))
    expect([stateOf(stage), stage.effects]).toEqual(['away', [{ action: 'reloadPage' }]])
  })

  test('is ignored for the same user', async () => {
    const stage = await arrive(anna)
    await sendEvent(stage, elsewhere(anna.id))
    expect([stateOf(stage), stage.effects]).toEqual([{ signedIn: 'present' }, []])
  })

  test('is ignored for a visitor if both are visitors', async () => {
    const stage = await arriveAsVisitor()
    await sendEvent(stage, elsewhere(null))
    expect([stateOf(stage), stage.effects]).toEqual(['visitor', []])
  })

  test('is ignored during a load', async () => {
    const stage = open()
    await resolveActor(stage, 'loadConfig')
    await sendEvent(stage, elsewhere(vera.id))
    expect([stateOf(stage), stage.effects]).toEqual(['loadingUser', []])
  })
})

describe('a failed call', () => {
  test('requests the sign-in URL once after a 401 and replaces the page (S8)', async () => {
    const stage = await arrive(anna)
    await sendEvent(stage, { type: 'call.unauthorized' })
    await sendEvent(stage, { type: 'call.unauthorized' })
    expect(runningActors(stage)).toEqual(['requestSignIn'])
    await resolveActor(stage, 'requestSignIn', 'https://identity.example/authorize')
    expect([stateOf(stage), stage.effects]).toEqual([
      'away',
      [{ action: 'replacePage', params: { location: 'https://identity.example/authorize' } }],
    ])
  })

  test('clears personal data after a 401 without a sign-in URL', async () => {
    const stage = await arrive(anna)
    await sendEvent(stage, { type: 'call.unauthorized' })
    await resolveActor(stage, 'requestSignIn', null)
    expect([stateOf(stage), contextOf(stage)]).toEqual(['visitor', signedOutContext])
    expect(stage.effects).toContainEqual({ action: 'forgetPerson' })
  })

  test('shows the page of a 403 or 5xx and stays signed in', async () => {
    const stage = await arrive(anna)
    await sendEvent(stage, { type: 'call.forbidden' })
    expect(stage.effects).toEqual([{ action: 'showForbidden' }])
    await sendEvent(stage, { type: 'call.broken' })
    expect(stage.effects).toEqual([{ action: 'showBroken' }])
    expect([stateOf(stage), contextOf(stage).user]).toEqual([{ signedIn: 'present' }, anna])
  })

  test('reloads the page if it was answered for another user (D-5)', async () => {
    const stage = await arrive(anna)
    await sendEvent(stage, { type: 'call.answeredForAnother' })
    expect([stateOf(stage), stage.effects]).toEqual(['away', [{ action: 'reloadPage' }]])
  })
})

describe('a visitor', () => {
  test('returns to the refused page after sign-in (D-6)', async () => {
    const stage = await arriveAsVisitor()
    await sendEvent(stage, { type: 'signIn.request', returnTo: '/learning-progress' })
    expect(stage.working.get('requestSignIn')?.input).toEqual({ returnTo: '/learning-progress' })
  })

  test('is sent to sign-in once on repeated presses', async () => {
    const stage = await arriveAsVisitor()
    await sendEvent(stage, { type: 'signIn.request' })
    await sendEvent(stage, { type: 'signIn.request', returnTo: '/schedule' })
    expect(stage.working.get('requestSignIn')?.input).toEqual({ returnTo: undefined })
  })

  test('stays on the page if sign-in is not available', async () => {
    const stage = await arriveAsVisitor()
    await sendEvent(stage, { type: 'signIn.request' })
    await rejectActor(stage, 'requestSignIn')
    expect([stateOf(stage), contextOf(stage)]).toEqual(['visitor', signedOutContext])
  })
})

describe('a page', () => {
  test('is reloaded when it comes from the back/forward cache', async () => {
    const stage = await arrive(anna)
    await sendEvent(stage, { type: 'page.restored' })
    expect([stateOf(stage), stage.effects]).toEqual(['away', [{ action: 'reloadPage' }]])
  })

  test('checks for a new release after a chunk failed (D-32)', async () => {
    const stage = await arrive(anna)
    await sendEvent(stage, { type: 'chunk.failed' })
    expect([stateOf(stage), stage.effects]).toEqual([{ signedIn: 'present' }, [{ action: 'reloadIfReleased' }]])
  })
})
