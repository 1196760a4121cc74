import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { profile } from '#contract/people/profile.ts'
import { child } from '#contract/schemas.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { addUser, startAccountServer } from '#tests/support/server/account-server.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { type Visitor, visitorOf } from '#tests/support/server/sign-in.ts'

const server = openForSuite(() => startAccountServer())
let parent: Visitor
let parentId: string

beforeAll(async () => {
  parentId = await server.addPerson({ login: 'olga', name: 'Ольга Соколова', roles: ['parent', 'spo_parent'] })
  parent = visitorOf(server.app)
  await parent.signIn('olga')
})

describe('The profile', () => {
  test('returns exactly the fields of the contract', async () => {
    const details = {
      patronym: 'Дмитриевна',
      avatar: '/avatars/1.webp',
      email: 'olga@example.org',
      phone: '+79161234567',
      crmUuid: '0f0e0d0c-0b0a-4908-8706-050403020100',
      hasPassword: true,
    }
    await server.database.update(users).set(details).where(eq(users.id, parentId))
    const answer = await parent.ask('GET', '/api/v1/profile')
    // Only guardians have a mark of their rights.
    const fieldsWithoutChildren = Object.keys(profile.shape)
      .filter((name) => name !== 'rightsMark')
      .sort()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.json()).toEqual({
      id: parentId,
      firstName: 'Ольга',
      lastName: 'Соколова',
      ...details,
      roles: [{ name: 'parent' }, { name: 'spo_parent' }],
      grade: null,
      isLoggedAs: false,
      twoFactorLastCheck: null,
      unverified: ['email', 'phone'],
      impersonation: null,
      consents: { counters: false, areAsked: false },
    })
    expect(Object.keys(answer.json()).sort()).toEqual(fieldsWithoutChildren)
  })

  test('reflects role changes at once', async () => {
    const id = await server.addPerson({ login: 'denis', name: 'Денис Николаев', roles: ['teacher'] })
    const visitor = visitorOf(server.app)
    await visitor.signIn('denis')
    await server.setRoles(id, ['user_manager'])
    expect((await visitor.ask('GET', '/api/v1/profile')).json()).toMatchObject({ roles: [{ name: 'user_manager' }] })
  })
})

describe('The children', () => {
  test('are the user’s own, ordered by name', async () => {
    const { database } = server
    const maria = await addUser(database, { name: 'Мария Соколова', grade: 9 })
    const artem = await addUser(database, { subject: 'artem', name: 'Артём Соколов', grade: 5 })
    const stranger = await addUser(database, { name: 'Глеб Фомин', grade: 1 })
    const another = await addUser(database, { name: 'Иван Фомин' })
    await database.insert(guardianships).values([
      { guardianId: parentId, childId: maria },
      { guardianId: parentId, childId: artem },
      { guardianId: another, childId: stranger },
    ])
    const answer = await parent.ask('GET', '/api/v1/profile/children')
    const children = JSON.parse(answer.text) as unknown[]
    expect(children).toEqual([
      {
        uuid: artem,
        firstName: 'Артём',
        lastName: 'Соколов',
        patronym: null,
        avatar: null,
        grade: 5,
        canSignIn: true,
        withheld: null,
      },
      {
        uuid: maria,
        firstName: 'Мария',
        lastName: 'Соколова',
        patronym: null,
        avatar: null,
        grade: 9,
        canSignIn: false,
        withheld: null,
      },
    ])
    expect(Object.keys(children[0] as object).sort()).toEqual(
      [...Object.keys(child.shape), 'canSignIn', 'withheld'].sort(),
    )
  })
})
