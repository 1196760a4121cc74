import { describe, expect, test } from 'vitest'
import { sessionMachine, settledSessionSnapshot } from '#src/machines/session.ts'
import { resolveActor, runningActors, sendEvent, startOnStage } from '#tests/model-runner/machine-level.ts'
import { anna } from '#tests/models/sample-users.ts'

// The model of the machine (tests/models/session.model.ts) plays everything else.
const contextOf = ({ actor }: ReturnType<typeof startOnStage>) => actor.getSnapshot().context

test.each([
  ['the remembered one, if the person holds it', 'teacher', 'teacher'],
  ['the first one held when the remembered one is not held (D-12)', 'admin', 'parent'],
  ['the first one held when something else is remembered', 'parent; Path=/', 'parent'],
  ['the first one held when none is remembered (D-10)', null, 'parent'],
])('The role group is %s', async (_, rememberedGroup, group) => {
  const stage = startOnStage(sessionMachine)
  await resolveActor(stage, 'loadConfig')
  await resolveActor(stage, 'loadUser', { user: anna, rememberedGroup })
  expect(contextOf(stage).roleGroup).toBe(group)
})

describe('a document with the profile', () => {
  const restored = (arrival: Parameters<typeof settledSessionSnapshot>[1]) =>
    startOnStage(sessionMachine, undefined, [], settledSessionSnapshot(sessionMachine, arrival))

  test('settles the session without requests or side effects', async () => {
    const stage = restored({ user: anna, rememberedGroup: 'teacher' })
    expect([stage.actor.getSnapshot().value, contextOf(stage), runningActors(stage), stage.effects]).toEqual([
      { signedIn: 'present' },
      { user: anna, roleGroup: 'teacher', isImpersonating: false, startFailure: null },
      [],
      [],
    ])
  })

  test('runs the side effects once, at the start of the visit', async () => {
    const stage = restored({ user: anna, rememberedGroup: null })
    await sendEvent(stage, { type: 'page.loaded' })
    expect(stage.effects).toEqual([
      { action: 'rememberRoleGroup', params: { user: anna, group: 'parent' } },
      { action: 'notifyOtherTabs', params: { type: 'user.changedElsewhere', userId: anna.id } },
    ])
  })

  test('may describe a visitor: other tabs are informed at the start of the visit (D-5)', async () => {
    const stage = restored(null)
    expect([stage.actor.getSnapshot().value, stage.effects]).toEqual(['visitor', []])
    await sendEvent(stage, { type: 'page.loaded' })
    expect(stage.effects).toEqual([
      { action: 'notifyOtherTabs', params: { type: 'user.changedElsewhere', userId: null } },
    ])
  })
})
