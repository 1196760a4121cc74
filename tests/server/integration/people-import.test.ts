import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProfileOwners } from '#contract/people/profile-owners.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { guardianships, userRoles, users } from '#server/db/schema/people.ts'
import { peopleSample } from '#src/routes/-admin/imports/people-sample.ts'
import { importSingle } from '#tests/support/integration/single-import.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'

const directory = mkdtempSync(join(tmpdir(), 'personal-account-people-'))
const path = join(directory, 'people.csv')
const header = 'id;last_name;first_name;patronym;email;phone;grade;roles;guardians'
const family = [
  header,
  'p-1;Соколова;Ольга;Викторовна;Olga@school.example;8 900 123-45-67;;parent academy_parent;',
  'p-2;Соколов;Илья;;;;5;student;p-1',
  'p-3;Соколова;Вера;;;;2;student;p-1',
]

let opened: OpenDatabase
beforeAll(async () => {
  opened = await openTestDatabase()
})
beforeEach(() => opened.database.delete(users).then(() => undefined))
afterEach(() => rmSync(path, { force: true }))
afterAll(async () => {
  rmSync(directory, { recursive: true })
  await opened.close()
})

const ownPeople: ProfileOwners = { names: 'person', email: 'person', phone: 'person' }

async function load(
  lines: readonly string[],
  { isDryRun = false, profileOwners = ownPeople }: { isDryRun?: boolean; profileOwners?: ProfileOwners } = {},
) {
  writeFileSync(path, lines.join('\n'))
  const now = new Date('2026-10-14T09:00:00Z')
  return importSingle(opened.database, path, { as: 'people', now, timeZone: 'Europe/Moscow', profileOwners, isDryRun })
}

async function faultsOf(lines: readonly string[]): Promise<string[]> {
  const before = await everyone()
  const { faults, notes, ...counts } = await load(lines)
  expect(counts).toMatchObject({ created: 0, changed: 0, unchanged: 0, faulty: faults.length })
  expect(notes).toEqual(['was not imported: it has errors'])
  expect(await everyone()).toEqual(before)
  return faults
}

const everyone = () => opened.database.select().from(users).orderBy(asc(users.externalId), asc(users.id))

async function personOf(externalId: string) {
  const [person] = await opened.database.select().from(users).where(eq(users.externalId, externalId))
  return person
}

async function rolesOf(externalId: string): Promise<string[]> {
  const found = await opened.database
    .select({ role: userRoles.role })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(eq(users.externalId, externalId))
    .orderBy(asc(userRoles.role))
  return found.map(({ role }) => role)
}

async function guardiansOf(externalId: string): Promise<(string | null)[]> {
  const child = await personOf(externalId)
  const found = await opened.database
    .select({ externalId: users.externalId })
    .from(guardianships)
    .innerJoin(users, eq(users.id, guardianships.guardianId))
    .where(eq(guardianships.childId, String(child?.id)))
    .orderBy(asc(users.externalId))
  return found.map((guardian) => guardian.externalId)
}

const nothing = { faults: [], notes: [], read: 1, created: 0, changed: 0, unchanged: 0, faulty: 0 }

describe('An import of users', () => {
  test('creates users, roles and guardians; a repeated import changes nothing', async () => {
    const notes = ['roles given: 4', 'links of guardian and child added: 2']
    const made = { ...nothing, notes, read: 3, created: 3 }
    expect(await load(family, { isDryRun: true })).toEqual(made)
    expect(await everyone()).toEqual([])
    expect(await load(family)).toEqual(made)
    expect(await load(family)).toEqual({ ...nothing, read: 3, unchanged: 3 })
    expect(await personOf('p-1')).toMatchObject({
      firstName: 'Ольга',
      lastName: 'Соколова',
      patronym: 'Викторовна',
      email: 'Olga@school.example',
      phone: '+79001234567',
      grade: null,
      subject: null,
    })
    expect(await rolesOf('p-1')).toEqual(['academy_parent', 'parent'])
    expect([(await personOf('p-2'))?.grade, await rolesOf('p-2'), await guardiansOf('p-2')]).toEqual([
      5,
      ['student'],
      ['p-1'],
    ])
  })

  test('takes the sample that the panel offers', async () => {
    const notes = ['roles given: 2', 'links of guardian and child added: 1']
    expect(await load([peopleSample])).toEqual({ ...nothing, notes, read: 2, created: 2 })
    expect([await rolesOf('p-1'), await rolesOf('p-2')]).toEqual([['parent'], ['student']])
  })

  test('changes its columns and keeps the others', async () => {
    await load(family)
    const changed = await load(['id,last_name,first_name,roles,guardians', 'p-2,Соколов,Илья,spo_student,'])
    expect(changed).toEqual({
      ...nothing,
      changed: 1,
      notes: ['roles given: 1', 'roles taken: 1', 'links of guardian and child ended: 1'],
    })
    expect([(await personOf('p-2'))?.grade, await rolesOf('p-2'), await guardiansOf('p-2')]).toEqual([
      5,
      ['spo_student'],
      [],
    ])
    const isOfGuardian = eq(auditEntries.subjectId, String((await personOf('p-1'))?.id))
    const entries = await opened.database.select().from(auditEntries).where(isOfGuardian)
    const ended = { action: 'roles.guardian-rights', command: 'import:people', detail: 'Илья Соколов: ended' }
    expect(entries).toContainEqual(expect.objectContaining(ended))
    expect(await load(['id,last_name,first_name,grade', 'p-2,Соколов,Илья Олегович,6'])).toEqual({
      ...nothing,
      changed: 1,
    })
    expect(await personOf('p-2')).toMatchObject({ firstName: 'Илья Олегович', grade: 6 })
    expect(await rolesOf('p-2')).toEqual(['spo_student'])
  })

  test('stores one notation of names and addresses', async () => {
    await load([
      header,
      'n-1;O‘razov;Otabek;;orazov@xn--80a1acny.xn--p1ai;;;parent;',
      'n-2;Салтыков–Щедрин;Михаил;;RYABOVA@ПОЧТА.рф;8 (900) 123-45-68;;parent;',
      'n-3;Анна\u200b;Анна;;;;;parent;',
      'n-4;;Сухарто;;;;;parent;',
    ])
    expect(
      (await everyone()).map(({ lastName, firstName, email, phone }) => [lastName, firstName, email, phone]),
    ).toEqual([
      ['O’razov', 'Otabek', 'orazov@почта.рф', null],
      ['Салтыков-Щедрин', 'Михаил', 'RYABOVA@почта.рф', '+79001234568'],
      ['Анна', 'Анна', null, null],
      ['', 'Сухарто', null, null],
    ])
    expect(await load([header, 'n-1;O`razov;Otabek;;orazov@почта.рф;;;parent;'])).toMatchObject({ unchanged: 1 })
  })

  test('leaves out the account of another user, names that user, and imports the rest', async () => {
    await load(family)
    const other = { subject: 'abc', firstName: 'Оля', lastName: 'Соколова', email: 'olya@mail.example' }
    const [stranger] = await opened.database.insert(users).values(other).returning()
    const lines = ['id,last_name,first_name,sub,grade', 'p-1,Соколова,Ольга,abc,', 'p-2,Соколов,Илья,,6']
    const { notes, ...counts } = await load(lines)
    expect(counts).toMatchObject({ faults: [], changed: 1, unchanged: 1 })
    expect(notes).toEqual([
      '2 sub: another account signs in with it (“Соколова Оля, olya@mail.example”), so it is left out here; if they are one person, merge them in the panel',
    ])
    expect([(await personOf('p-1'))?.subject, (await personOf('p-2'))?.grade]).toEqual([null, 6])
    const ofJoined = eq(users.id, String(stranger?.id))
    await opened.database
      .update(users)
      .set({ joinedInto: (await personOf('p-1'))?.id ?? null })
      .where(ofJoined)
    expect((await load(lines)).notes).toEqual([])
  })

  test('matches signed-in users by sub or address and keeps their own data', async () => {
    const been = { subject: 'abc', lastSignInAt: new Date(), firstName: 'Оля', lastName: 'Соколова' }
    await opened.database.insert(users).values({ ...been, email: 'olga@school.example' })
    expect(await load([...family])).toMatchObject({
      created: 2,
      changed: 1,
      notes: ['roles given: 4', expect.any(String)],
    })
    expect(await personOf('p-1')).toMatchObject({ ...been, email: 'olga@school.example', phone: '+79001234567' })

    await opened.database.insert(users).values({ ...been, subject: 'xyz' })
    await load(['id,last_name,first_name,sub,roles', 'p-4,Соколова,Ольга,xyz,teacher'])
    expect([(await personOf('p-4'))?.firstName, await rolesOf('p-4')]).toEqual(['Оля', ['teacher']])
  })
})

test('An import replaces what the school owns, also of people who have signed in', async () => {
  const been = { subject: 'abc', lastSignInAt: new Date(), firstName: 'Оля', lastName: 'Соколова' }
  await opened.database
    .insert(users)
    .values({ ...been, externalId: 'p-1', email: 'own@mail.example', phone: '+79000000001' })
  await load([...family], { profileOwners: { names: 'school', email: 'school', phone: 'provider' } })
  const imported = { firstName: 'Ольга', patronym: 'Викторовна', email: 'Olga@school.example', phone: '+79000000001' }
  expect(await personOf('p-1')).toMatchObject(imported)
})

describe('An import is rejected', () => {
  test('with invalid rows: all errors are reported', async () => {
    expect(
      await faultsOf([
        header,
        'p-1;;;;olga(at)school;123;0;parent boss;',
        ';Соколов;Илья;;;;;;',
        'p 3;Соколов;Илья;;;;;;',
        'p-4;Соколов;Илья;;;;;;p-4 p-9',
        'p-5;Андрей123 <b>;-;№ 1;;;;;',
      ]),
    ).toEqual([
      '2 first_name: is empty',
      '2 email: “olga(at)school” is not an email address',
      '2 phone: “123” is not a phone number such as +7 900 123-45-67',
      '2 grade: “0” is not a grade from 1 to 11',
      '2 roles: “boss” is not a role',
      '3 id: is empty',
      '4 id: “p 3” must not contain spaces',
      '5 guardians: a child cannot be their own guardian',
      '5 guardians: “p-9” is unknown',
      '6 last_name: “Андрей123 <b>” is not a name: only letters, hyphens, apostrophes, dots and spaces are allowed',
      '6 first_name: “-” is not a name: only letters, hyphens, apostrophes, dots and spaces are allowed',
      '6 patronym: “№ 1” is not a name: only letters, hyphens, apostrophes, dots and spaces are allowed',
    ])
  })

  test('with rows that do not fit the header: the others are checked too', async () => {
    const rows = ['p-1;Соколова;Ольга;;;;;;;x', 'p-2;Соколов', '', ';;;;;;;;', 'p-3;Соколов;Илья;;;;0']
    expect(await faultsOf([header, ...rows])).toEqual([
      '2: columns in the header: 9, in this row: 10',
      '3 first_name: is empty',
      '6 grade: “0” is not a grade from 1 to 11',
    ])
  })

  test.each([
    ['+8 900 555-11-01', 'is not a phone number: Russian numbers begin with +7 or 8, not with +8'],
    ['+7 8 900 555 11 02', 'is not a phone number: ten digits follow +7'],
    ['+7 900 555 11 0', 'is not a phone number: ten digits follow +7'],
    ['380501234567', 'is not a Russian number: numbers of other countries begin with +'],
  ])('if %s is not a phone', async (phone, reason) => {
    expect(await faultsOf([header, `p-1;Громова;Яна;;;${phone};;parent;`])).toEqual([`2 phone: “${phone}” ${reason}`])
  })

  test('if an address would be shared', async () => {
    await load(family)
    const twins = [
      { firstName: 'Анна', lastName: 'Котова', email: 'kot@school.example' },
      { firstName: 'Яна', lastName: 'Котова', email: 'KOT@school.example' },
    ]
    await opened.database.insert(users).values(twins)
    expect(
      await faultsOf([
        header,
        'p-5;Соколова;Анна;;olga@SCHOOL.example;;;;',
        'p-6;Котова;Анна;;kot@school.example;;;;',
        'p-7;Белов;Яков;;new@school.example;;;;',
        'p-8;Белова;Яна;;new@school.example;;;;',
        'p-7;Белов;Яков;;;;;;',
      ]),
    ).toEqual([
      '2 email: “p-1” has it',
      '3 email: several people have it',
      '5 email: line 4 has it too',
      '6 id: line 4 has it too',
    ])
  })

  test('if an account belongs to another user', async () => {
    await load(['id,last_name,first_name,sub', 'p-1,Соколова,Ольга,abc', 'p-2,Соколов,Илья,xyz'])
    expect(await faultsOf(['id,last_name,first_name,sub', 'p-1,Соколова,Ольга,other', 'p-3,Белов,Яков,xyz'])).toEqual([
      '2 sub: the person already has another account',
      '3 sub: “p-2” has it',
    ])
  })

  test('if two people would be each other’s guardians', async () => {
    const columns = 'id,last_name,first_name,guardians'
    expect(await faultsOf([columns, 'p-1,Белов,Яков,p-2', 'p-2,Белов,Иван,p-1'])).toEqual([
      '2 guardians: this person is a guardian of “p-2”',
      '3 guardians: this person is a guardian of “p-1”',
    ])
    await load([columns, 'p-1,Белов,Яков,', 'p-2,Белов,Иван,p-1'])
    expect(await faultsOf([columns, 'p-1,Белов,Яков,p-2'])).toEqual(['2 guardians: this person is a guardian of “p-2”'])
    expect(await load([columns, 'p-1,Белов,Яков,p-2', 'p-2,Белов,Иван,'])).toMatchObject({
      changed: 2,
      notes: ['links of guardian and child added: 1', 'links of guardian and child ended: 1'],
    })
  })
})
