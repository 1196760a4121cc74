import { describe, expect, test } from 'vitest'
import { Failure } from '#src/api/failure.ts'
import { sessionAtRest, sessionMachine } from '#src/machines/session.ts'
import { nobody, type User } from '#src/machines/session-setup.ts'
import { answer, atWork, type MachineStage, refuse, startOnStage, tell } from '#tests/models/machine-level.ts'
import { anna, boris, vera } from '#tests/models/people.ts'

const open = () => startOnStage(sessionMachine)
const stateOf = ({ actor }: MachineStage) => actor.getSnapshot().value
const contextOf = ({ actor }: MachineStage) => actor.getSnapshot().context

async function arrive(user: User, rememberedGroup: string | null = null): Promise<MachineStage> {
  const stage = open()
  await answer(stage, 'loadConfig')
  await answer(stage, 'loadUser', { user, rememberedGroup })
  return stage
}

async function arriveAsNobody(): Promise<MachineStage> {
  const stage = open()
  await answer(stage, 'loadConfig')
  await answer(stage, 'loadUser', null)
  return stage
}

describe('Whoever opens the app', () => {
  test('is asked about only after the configuration has come', async () => {
    const stage = open()
    expect(atWork(stage)).toEqual(['loadConfig'])
    await answer(stage, 'loadConfig')
    expect(atWork(stage)).toEqual(['loadUser'])
  })

  test('is never asked about when the configuration does not come', async () => {
    const stage = open()
    await refuse(stage, 'loadConfig')
    expect([stateOf(stage), atWork(stage), contextOf(stage)]).toEqual(['unavailable', [], nobody])
  })

  test('sees the 500 page when the profile does not come, and begins again with the configuration', async () => {
    const stage = open()
    await answer(stage, 'loadConfig')
    await refuse(stage, 'loadUser')
    expect(stateOf(stage)).toBe('unavailable')
    await tell(stage, { type: 'session.retry' })
    expect([stateOf(stage), atWork(stage)]).toEqual(['loadingConfig', ['loadConfig']])
  })

  test('may be nobody: a 401 on the profile makes a visitor, and the other tabs hear of it (S4, D-5, D-6)', async () => {
    const stage = await arriveAsNobody()
    expect([stateOf(stage), contextOf(stage)]).toEqual(['visitor', nobody])
    expect(stage.wishes).toEqual([
      { action: 'forgetPerson' },
      { action: 'tellOtherTabs', params: { type: 'user.changedElsewhere', userId: null } },
    ])
  })

  test('is remembered, made known to the profile service and told to the other tabs', async () => {
    const stage = await arrive(anna)
    expect([stateOf(stage), contextOf(stage)]).toEqual([
      { signedIn: 'present' },
      { user: anna, roleGroup: 'parent', isLoggedAsAdmin: false, startFailure: null },
    ])
    expect(stage.wishes).toEqual([
      { action: 'rememberRoleGroup', params: { user: anna, group: 'parent' } },
      { action: 'announceUser', params: { user: anna } },
      { action: 'tellOtherTabs', params: { type: 'user.changedElsewhere', userId: anna.id } },
    ])
  })

  test('is an impersonated user when the profile says so (S3, D-13)', async () => {
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

  test('is nothing for a person without a role, and nothing is remembered for them', async () => {
    const stage = await arrive({ ...anna, roles: [] }, 'parent')
    expect(contextOf(stage).roleGroup).toBeNull()
    expect(stage.wishes[0]).toEqual({
      action: 'rememberRoleGroup',
      params: { user: { ...anna, roles: [] }, group: null },
    })
  })

  test('is switched: remembered, told to the other tabs, the menu read again, home opened', async () => {
    const stage = await arrive(anna)
    await tell(stage, { type: 'roleGroup.select', group: 'teacher' })
    expect(contextOf(stage)).toEqual({ user: anna, roleGroup: 'teacher', isLoggedAsAdmin: false, startFailure: null })
    expect(stage.wishes).toEqual([
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
      await tell(stage, { type: 'roleGroup.select', group })
      expect([contextOf(stage).roleGroup, stage.wishes]).toEqual(['parent', []])
    },
  )

  test('follows another tab without leaving the page, and is not remembered twice', async () => {
    const stage = await arrive(anna)
    const message = { type: 'roleGroup.selectedElsewhere', userId: anna.id, group: 'teacher' }
    await tell(stage, message)
    expect([contextOf(stage).roleGroup, stage.wishes]).toEqual(['teacher', [{ action: 'refreshMenu' }]])
  })

  test.each([
    ['of another person', { userId: vera.id, group: 'teacher' }],
    ['that the person does not hold', { userId: anna.id, group: 'admin' }],
  ])('does not follow a choice %s in another tab', async (_, choice) => {
    const stage = await arrive(anna)
    await tell(stage, { type: 'roleGroup.selectedElsewhere', ...choice })
    expect([contextOf(stage).roleGroup, stage.wishes]).toEqual(['parent', []])
  })

  test('stays while the profile is read again, and falls back when the person no longer holds it', async () => {
    const stage = await arrive(anna, 'teacher')
    await tell(stage, { type: 'profile.changed' })
    await answer(stage, 'reloadUser', { user: { ...anna, firstName: 'Инна' }, rememberedGroup: 'teacher' })
    expect(contextOf(stage)).toMatchObject({ user: { firstName: 'Инна' }, roleGroup: 'teacher' })
    await tell(stage, { type: 'profile.changed' })
    await answer(stage, 'reloadUser', { user: { ...anna, roles: [{ name: 'parent' }] }, rememberedGroup: 'teacher' })
    expect(contextOf(stage).roleGroup).toBe('parent')
  })
})

describe('The start of an impersonation', () => {
  const start = { type: 'impersonation.start', userId: boris.id, reason: 'Ученик не видит расписание' }

  test('is one call with the user and the reason, however often the button is pressed (D-37)', async () => {
    const stage = await arrive(vera)
    await tell(stage, start)
    await tell(stage, start)
    expect(stage.started).toEqual(['loadConfig', 'loadUser', 'startImpersonation'])
    expect(stage.working.get('startImpersonation')?.input).toEqual({ userId: boris.id, reason: start.reason })
  })

  test('forgets the administrator, opens the user’s home and asks who is here now; the other tabs hear of it', async () => {
    const stage = await arrive(vera)
    await tell(stage, start)
    await answer(stage, 'startImpersonation')
    expect([stateOf(stage), contextOf(stage), atWork(stage)]).toEqual(['loadingUser', nobody, ['loadUser']])
    expect(stage.wishes).toEqual([{ action: 'forgetData' }, { action: 'openHome' }])
    await answer(stage, 'loadUser', { user: boris, rememberedGroup: null })
    expect(contextOf(stage)).toMatchObject({ user: boris, roleGroup: 'student', isLoggedAsAdmin: true })
    expect(stage.wishes).toContainEqual({
      action: 'tellOtherTabs',
      params: { type: 'user.changedElsewhere', userId: boris.id },
    })
  })

  test('that is refused leaves the administrator where they are and says why; the next try begins afresh', async () => {
    const stage = await arrive(vera)
    await tell(stage, start)
    await refuse(stage, 'startImpersonation', new Failure('target-not-weaker', 403, null))
    expect(stateOf(stage)).toEqual({ signedIn: 'present' })
    expect(contextOf(stage)).toMatchObject({ user: vera, startFailure: 'target-not-weaker' })
    await tell(stage, start)
    expect([contextOf(stage).startFailure, atWork(stage)]).toEqual([null, ['startImpersonation']])
  })

  test.each([
    ['anna, who is no administrator', anna],
    ['an administrator who looks as another user already', { ...vera, isLoggedAs: true }],
  ])('cannot be asked for by %s', async (_, user) => {
    const stage = await arrive(user)
    await tell(stage, start)
    expect([stateOf(stage), atWork(stage)]).toEqual([{ signedIn: 'present' }, []])
  })

  test('is forgotten when another person turns out to be here meanwhile (D-5)', async () => {
    const stage = await arrive(vera)
    await tell(stage, start)
    await tell(stage, { type: 'user.changedElsewhere', userId: null })
    expect([stateOf(stage), atWork(stage)]).toEqual(['away', []])
  })
})

describe('The end of an impersonation', () => {
  test('is one call, however often the button is pressed', async () => {
    const stage = await arrive(boris)
    await tell(stage, { type: 'impersonation.end' })
    await tell(stage, { type: 'impersonation.end' })
    await tell(stage, { type: 'impersonation.end' })
    expect(stage.started).toEqual(['loadConfig', 'loadUser', 'endImpersonation'])
  })

  test('forgets the other user, opens their card in the admin panel and asks who is here now (S4)', async () => {
    const stage = await arrive(boris)
    await tell(stage, { type: 'impersonation.end' })
    await answer(stage, 'endImpersonation')
    expect([stateOf(stage), contextOf(stage), atWork(stage)]).toEqual(['loadingUser', nobody, ['loadUser']])
    expect(stage.wishes).toEqual([{ action: 'openAdminPanel', params: { userId: boris.id } }, { action: 'forgetData' }])
    await answer(stage, 'loadUser', { user: vera, rememberedGroup: null })
    expect(contextOf(stage)).toEqual({ user: vera, roleGroup: 'admin', isLoggedAsAdmin: false, startFailure: null })
  })

  test('that fails is said in a notification, and the person may try again (S4)', async () => {
    const stage = await arrive(boris)
    await tell(stage, { type: 'impersonation.end' })
    await refuse(stage, 'endImpersonation')
    expect([stateOf(stage), stage.wishes]).toEqual([{ signedIn: 'present' }, [{ action: 'notifyEndFailed' }]])
    await tell(stage, { type: 'impersonation.end' })
    expect(atWork(stage)).toEqual(['endImpersonation'])
  })

  test('cannot be asked for by a person who is themselves', async () => {
    const stage = await arrive(anna)
    await tell(stage, { type: 'impersonation.end' })
    expect([stateOf(stage), atWork(stage)]).toEqual([{ signedIn: 'present' }, []])
  })
})

describe('A profile that is read again', () => {
  test('belongs to another person by now: the page is loaded anew (D-5)', async () => {
    const stage = await arrive(anna)
    await tell(stage, { type: 'profile.changed' })
    await answer(stage, 'reloadUser', { user: vera, rememberedGroup: null })
    expect([stateOf(stage), stage.wishes]).toEqual(['away', [{ action: 'reloadPage' }]])
  })

  test('is read once more when another change comes in the meantime', async () => {
    const stage = await arrive(anna)
    await tell(stage, { type: 'profile.changed' })
    await tell(stage, { type: 'profile.changed' })
    expect(stage.started.filter((id) => id === 'reloadUser')).toHaveLength(2)
    await answer(stage, 'reloadUser', { user: { ...anna, firstName: 'Инна' }, rememberedGroup: null })
    expect([stateOf(stage), contextOf(stage).user?.firstName]).toEqual([{ signedIn: 'present' }, 'Инна'])
  })

  test('cannot be had: the person keeps what they see, and is told', async () => {
    const stage = await arrive(anna)
    await tell(stage, { type: 'profile.changed' })
    await refuse(stage, 'reloadUser')
    expect([stateOf(stage), contextOf(stage).user, stage.wishes]).toEqual([
      { signedIn: 'present' },
      anna,
      [{ action: 'notifyNotRenewed' }],
    ])
  })

  test('and overtaken by the answer of a change is not waited for: the answer is newer', async () => {
    const stage = await arrive(anna)
    await tell(stage, { type: 'profile.changed' })
    const renewed = { ...anna, phone: '+79001234567' }
    await tell(stage, { type: 'profile.received', user: renewed })
    expect([stateOf(stage), contextOf(stage).user, atWork(stage)]).toEqual([{ signedIn: 'present' }, renewed, []])
  })
})

describe('The answer of a change', () => {
  test('is the profile from now on, and nobody is asked again', async () => {
    const stage = await arrive(anna, 'teacher')
    const renewed = { ...anna, firstName: 'Аня' }
    await tell(stage, { type: 'profile.received', user: renewed })
    expect([contextOf(stage), atWork(stage), stage.wishes]).toEqual([
      { user: renewed, roleGroup: 'teacher', isLoggedAsAdmin: false, startFailure: null },
      [],
      [{ action: 'refreshNames' }],
    ])
  })

  test('that is about somebody else comes too late and changes nothing', async () => {
    const stage = await arrive(anna)
    await tell(stage, { type: 'profile.received', user: vera })
    expect([contextOf(stage).user, stage.wishes]).toEqual([anna, []])
  })

  test('to a code is the time of the last check (S3)', async () => {
    const stage = await arrive(anna)
    await tell(stage, { type: 'twoFactor.checked', at: '2026-11-20T10:00:00Z' })
    expect([contextOf(stage).user, atWork(stage)]).toEqual([
      { ...anna, twoFactorLastCheck: '2026-11-20T10:00:00Z' },
      [],
    ])
  })
})

describe('A document that tells who is here', () => {
  const restored = (arrival: Parameters<typeof sessionAtRest>[1]) =>
    startOnStage(sessionMachine, undefined, [], sessionAtRest(sessionMachine, arrival))

  test('brings the session to rest before anything is asked or told', async () => {
    const stage = restored({ user: anna, rememberedGroup: 'teacher' })
    expect([stateOf(stage), contextOf(stage), atWork(stage), stage.wishes]).toEqual([
      { signedIn: 'present' },
      { user: anna, roleGroup: 'teacher', isLoggedAsAdmin: false, startFailure: null },
      [],
      [],
    ])
  })

  test('leaves it to the visit to remember, announce and tell, once', async () => {
    const stage = restored({ user: anna, rememberedGroup: null })
    await tell(stage, { type: 'visit.begin' })
    expect(stage.wishes).toEqual([
      { action: 'rememberRoleGroup', params: { user: anna, group: 'parent' } },
      { action: 'announceUser', params: { user: anna } },
      { action: 'tellOtherTabs', params: { type: 'user.changedElsewhere', userId: anna.id } },
    ])
  })

  test('may tell of nobody: the other tabs hear of it when the visit begins (D-5)', async () => {
    const stage = restored(null)
    expect([stateOf(stage), stage.wishes]).toEqual(['visitor', []])
    await tell(stage, { type: 'visit.begin' })
    expect(stage.wishes).toEqual([{ action: 'tellOtherTabs', params: { type: 'user.changedElsewhere', userId: null } }])
  })
})

describe('Another tab', () => {
  const elsewhere = (userId: string | null) => ({ type: 'user.changedElsewhere', userId })

  test.each([
    ['somebody else', vera.id],
    ['nobody any more', null],
  ])('in which %s is signed in reloads this page', async (_, userId) => {
    const stage = await arrive(anna)
    await tell(stage, elsewhere(userId))
    expect([stateOf(stage), stage.wishes]).toEqual(['away', [{ action: 'reloadPage' }]])
  })

  test('with the same person changes nothing', async () => {
    const stage = await arrive(anna)
    await tell(stage, elsewhere(anna.id))
    expect([stateOf(stage), stage.wishes]).toEqual([{ signedIn: 'present' }, []])
  })

  test('with a visitor too changes nothing for a visitor', async () => {
    const stage = await arriveAsNobody()
    await tell(stage, elsewhere(null))
    expect([stateOf(stage), stage.wishes]).toEqual(['visitor', []])
  })

  test('does not disturb a load under way: the answer will say who is here', async () => {
    const stage = open()
    await answer(stage, 'loadConfig')
    await tell(stage, elsewhere(vera.id))
    expect([stateOf(stage), stage.wishes]).toEqual(['loadingUser', []])
  })
})

describe('A failed call', () => {
  test('with 401 asks for the way to sign in once, and the page is replaced (S8)', async () => {
    const stage = await arrive(anna)
    await tell(stage, { type: 'call.unauthorized' })
    await tell(stage, { type: 'call.unauthorized' })
    expect(atWork(stage)).toEqual(['requestSignIn'])
    await answer(stage, 'requestSignIn', 'https://identity.example/authorize')
    expect([stateOf(stage), stage.wishes]).toEqual([
      'away',
      [{ action: 'replacePage', params: { location: 'https://identity.example/authorize' } }],
    ])
  })

  test('with 401 and no way to sign in leaves a visitor without the data of the person who was here', async () => {
    const stage = await arrive(anna)
    await tell(stage, { type: 'call.unauthorized' })
    await answer(stage, 'requestSignIn', null)
    expect([stateOf(stage), contextOf(stage)]).toEqual(['visitor', nobody])
    expect(stage.wishes).toContainEqual({ action: 'forgetPerson' })
  })

  test('with 403 or 5xx shows its page, and the person stays signed in', async () => {
    const stage = await arrive(anna)
    await tell(stage, { type: 'call.forbidden' })
    expect(stage.wishes).toEqual([{ action: 'showForbidden' }])
    await tell(stage, { type: 'call.broken' })
    expect(stage.wishes).toEqual([{ action: 'showBroken' }])
    expect([stateOf(stage), contextOf(stage).user]).toEqual([{ signedIn: 'present' }, anna])
  })

  test('that was answered for another person reloads the page (D-5)', async () => {
    const stage = await arrive(anna)
    await tell(stage, { type: 'call.answeredForAnother' })
    expect([stateOf(stage), stage.wishes]).toEqual(['away', [{ action: 'reloadPage' }]])
  })
})

describe('A visitor', () => {
  test('who asks to sign in comes back to the page that was closed to them (D-6)', async () => {
    const stage = await arriveAsNobody()
    await tell(stage, { type: 'signIn.request', returnTo: '/learning-progress' })
    expect(stage.working.get('requestSignIn')?.input).toEqual({ returnTo: '/learning-progress' })
  })

  test('who asks twice is taken to sign-in once', async () => {
    const stage = await arriveAsNobody()
    await tell(stage, { type: 'signIn.request' })
    await tell(stage, { type: 'signIn.request', returnTo: '/schedule' })
    expect(stage.working.get('requestSignIn')?.input).toEqual({ returnTo: undefined })
  })

  test('who cannot be taken to sign-in stays where they are', async () => {
    const stage = await arriveAsNobody()
    await tell(stage, { type: 'signIn.request' })
    await refuse(stage, 'requestSignIn')
    expect([stateOf(stage), contextOf(stage)]).toEqual(['visitor', nobody])
  })
})

describe('A page', () => {
  test('that the browser kept and shows again is loaded anew', async () => {
    const stage = await arrive(anna)
    await tell(stage, { type: 'page.restored' })
    expect([stateOf(stage), stage.wishes]).toEqual(['away', [{ action: 'reloadPage' }]])
  })

  test('that lacks a part of the program looks for a new release and stays (D-32)', async () => {
    const stage = await arrive(anna)
    await tell(stage, { type: 'chunk.failed' })
    expect([stateOf(stage), stage.wishes]).toEqual([{ signedIn: 'present' }, [{ action: 'reloadIfReleased' }]])
  })
})
