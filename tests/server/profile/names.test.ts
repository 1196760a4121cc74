import { describe, expect, test } from 'vitest'
import { openTestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp())

describe('A name', () => {
  test('is normalized', async () => {
    const person = await server.signInAs({ roles: ['teacher'] })
    const body = { firstName: ' Е\u0308лка  Анна ', lastName: 'О’Нил-де ла Круз', patronym: 'И.' }
    const answer = await person.call('PATCH /v1/profile', { body })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { firstName: 'Ёлка Анна', lastName: 'О’Нил-де ла Круз', patronym: 'И.' },
    ])
  })

  test.each([
    ["O'Нил–Ким", 'O’Нил-Ким'],
    ['O`Нил\u200b', 'O’Нил'],
  ])('typed as %s has one apostrophe and one hyphen', async (typed, lastName) => {
    const person = await server.signInAs({ roles: ['teacher'] })
    const answer = await person.call('PATCH /v1/profile', { body: { lastName: typed } })
    expect(answer.json()).toMatchObject({ lastName })
  })

  test('may be the only one of a person: the last name is empty, the first name is not', async () => {
    const person = await server.signInAs({ roles: ['teacher'] })
    const answer = await person.call('PATCH /v1/profile', { body: { firstName: 'Сухарто', lastName: ' ' } })
    expect(answer.json()).toMatchObject({ firstName: 'Сухарто', lastName: '' })
    const refused = await person.call('PATCH /v1/profile', { body: { firstName: ' ' } })
    expect(refused.json().errors).toEqual([{ path: 'firstName', message: 'too-short' }])
  })

  test.each([
    ['Андрей123 <b>', 'wrong-format'],
    ['-', 'wrong-format'],
    ['Анна😀', 'wrong-format'],
    ['я'.repeat(101), 'too-long'],
  ])('is not %s', async (name, message) => {
    const person = await server.signInAs({ roles: ['teacher'] })
    for (const path of ['firstName', 'lastName', 'patronym']) {
      const answer = await person.call('PATCH /v1/profile', { body: { [path]: name } })
      expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ path, message }]])
    }
  })
})
