import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { enrolmentMachine } from '#src/machines/enrolment.ts'

test.each([
  ['one child and one group', ['a'], ['g'], { student: 'a', group: 'g' }],
  ['several children', ['a', 'b'], ['g'], { student: null, group: 'g' }],
  ['several groups', ['a'], ['g', 'h'], { student: 'a', group: null }],
  ['no group with a place', ['a'], [], { student: 'a', group: null }],
])('Enrolment with %s begins with what is no choice', (_, students, groups, chosen) => {
  const input = { campaign: 'c', opportunity: 'o', students, groups }
  expect(createActor(enrolmentMachine, { input }).getSnapshot().context).toMatchObject(chosen)
})

test.each([
  ['can still be chosen', { student: 'b', group: 'h' }, { student: 'b', group: 'h' }],
  ['is not possible any more', { student: 'gone', group: 'full' }, { student: null, group: null }],
])('A choice from before a reload that %s', (_, restored, chosen) => {
  const input = { campaign: 'c', opportunity: 'o', students: ['a', 'b'], groups: ['g', 'h'], restored }
  expect(createActor(enrolmentMachine, { input }).getSnapshot().context).toMatchObject(chosen)
})
