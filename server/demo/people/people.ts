import type { Branch } from '#contract/enumerations.ts'
import { type GuardianPreset, rightsOfPreset } from '#contract/people/guardian-rights.ts'
import type { Role } from '#contract/roles.ts'
import type { guardianships, userRoles, users } from '#server/db/schema/people.ts'
import type { Random } from '#server/demo/rows/random.ts'
import {
  type DemoAccount,
  type DemoLogin,
  demoAccounts,
  demoSubject,
  guardiansWithRights,
  loginWithoutPassword,
  pairedByCode,
  secondAccount,
} from '#server/idp/accounts/demo-accounts.ts'
import { type FullName, randomFamily, randomFullName, type Sex } from './names.ts'

export type Person = typeof users.$inferInsert & { id: string }

export type Student = {
  person: Person
  branch: Branch
  /** Selects the student's lessons; a college student has no grade. */
  grade: number | null
  /** The customer of the student's contracts: a parent, or the adult student. */
  customer: Person
  /** Belongs to a demo account, so the student also has data of last year. */
  isShown: boolean
}

export type People = {
  users: Person[]
  roles: (typeof userRoles.$inferInsert)[]
  guardianships: (typeof guardianships.$inferInsert)[]
  students: Student[]
  teachers: Person[]
}

type PlannedChild = { login?: DemoLogin; name?: string; branch: Branch; grade: number | null }

/** The families of the demo parent accounts. */
const shownFamilies: readonly { parent: DemoLogin; children: readonly PlannedChild[] }[] = [
  {
    parent: 'parent',
    children: [
      { name: 'Морозов Никита Андреевич', branch: 'school', grade: 6 },
      { name: 'Морозова Вера Андреевна', branch: 'school', grade: 3 },
    ],
  },
  {
    parent: 'family',
    children: [
      { login: 'student', branch: 'school', grade: 8 },
      { login: 'academy-student', branch: 'academy', grade: 10 },
      { login: 'spo-student', branch: 'college', grade: null },
    ],
  },
  { parent: 'mixed', children: [{ name: 'Виноградов Лев Сергеевич', branch: 'school', grade: 5 }] },
  { parent: 'academy-parent', children: [{ name: 'Лебедев Егор Александрович', branch: 'academy', grade: 11 }] },
  { parent: 'spo-parent', children: [{ name: 'Кузнецова Полина Сергеевна', branch: 'college', grade: null }] },
  { parent: 'edcheck-parent', children: [{ login: 'edcheck-student', branch: 'school', grade: 7 }] },
]

/** Adult students, who sign for themselves. */
const shownStudents: readonly { login: DemoLogin; branch: Branch; grade: number | null }[] = [
  { login: 'edcheck-user', branch: 'school', grade: 11 },
  { login: 'innopolis-student', branch: 'academy', grade: 11 },
  { login: 'rtk-user', branch: 'college', grade: null },
]

/** Their phone numbers are not verified. */
const unconfirmed: readonly string[] = ['no-role', loginWithoutPassword] satisfies DemoLogin[]

const shownTeachers: readonly DemoLogin[] = ['teacher', 'mixed', 'innopolis-teacher']

/** Has groups and no lessons. */
export const curator: DemoLogin = 'curator'

const childRole: Record<Branch, Role> = { school: 'student', academy: 'academy_student', college: 'spo_student' }
const parentRole: Record<Branch, Role> = { school: 'parent', academy: 'academy_parent', college: 'spo_parent' }

export function createPeople(random: Random, now: Date, families: number): People {
  const people: People = { users: [], roles: [], guardianships: [], students: [], teachers: [] }
  const accounts = new Map(
    demoAccounts
      .filter(isFirst)
      .map((account) => [account.login as DemoLogin, addAccount(people, account, random, now)]),
  )
  const accountOf = (login: DemoLogin) => accounts.get(login) as Person

  for (const family of shownFamilies) {
    const customer = accountOf(family.parent)
    for (const { login, name, branch, grade } of family.children) {
      const person = login
        ? accountOf(login)
        : addPerson(people, random, { ...namesOf(name ?? ''), createdAt: customer.createdAt })
      if (!login) people.roles.push({ userId: person.id, role: childRole[branch] })
      addChild(people, { person, branch, grade, customer, isShown: true })
    }
  }
  for (const { login, branch, grade } of shownStudents) {
    const person = accountOf(login)
    person.grade = grade
    people.students.push({ person, branch, grade, customer: person, isShown: true })
  }
  people.teachers.push(...shownTeachers.map(accountOf))
  for (let number = 0; number < Math.max(15, families / 4); number += 1)
    addTeacher(people, random.fork(`teacher ${number}`))
  for (let number = shownFamilies.length; number < families; number += 1) {
    addFamily(people, random.fork(`family ${number}`), number, now)
  }
  // Last, with random numbers of its own: the rest of the school does not depend on it.
  for (const account of demoAccounts.filter((account) => !isFirst(account))) {
    const person = addAccount(people, account, random.fork(account.login), now)
    const preset = (guardiansWithRights as Partial<Record<string, GuardianPreset>>)[account.login]
    if (preset)
      addGuardian(
        people,
        { guardian: person, preset, isPairedByCode: account.login === pairedByCode },
        accountOf('parent'),
      )
    if (account.login === secondAccount) Object.assign(person, { phone: null, phoneVerifiedAt: null, crmUuid: null })
  }
  return people
}

function isFirst({ login }: DemoAccount): boolean {
  return login !== secondAccount && login !== curator && !Object.hasOwn(guardiansWithRights, login)
}

function addAccount(
  people: People,
  { login, firstName, lastName, patronym, roles }: DemoAccount,
  random: Random,
  now: Date,
): Person {
  const person = addPerson(people, random.fork(login), {
    firstName,
    lastName,
    patronym,
    subject: demoSubject(login),
    email: `${login}@demo.example`,
    phone: phoneOf(random),
    phoneVerifiedAt: unconfirmed.includes(login) ? null : daysBefore(now, 190),
    emailVerifiedAt: daysBefore(now, 190),
    hasPassword: login !== loginWithoutPassword,
    createdAt: daysBefore(now, 200),
  })
  people.roles.push(...roles.map((role) => ({ userId: person.id, role })))
  return person
}

function addFamily(people: People, random: Random, number: number, now: Date) {
  const names = randomFamily(random)
  const children = Array.from(
    {
      length: random.weighted([
        [1, 50],
        [2, 38],
        [3, 12],
      ] as const),
    },
    () => randomPlacement(random),
  )
  const guardians = (
    random.chance(0.35) ? (['female', 'male'] as const) : [random.pick(['female', 'male'] as const)]
  ).map((sex) =>
    addPerson(people, random, {
      ...names.parent(sex),
      subject: `crm-${number}-${sex}`,
      email: `semya${number}.${sex === 'female' ? 'mama' : 'papa'}@mail.example`,
      phone: phoneOf(random),
      lastSignInAt: lastSignIn(random, sex, now),
      createdAt: daysBefore(now, random.integer(60, 700)),
    }),
  )
  for (const guardian of guardians) {
    for (const role of new Set(children.map(({ branch }) => parentRole[branch])))
      people.roles.push({ userId: guardian.id, role })
  }
  for (const { branch, grade } of children) {
    const person = addPerson(people, random, names.child(random.pick(['female', 'male'] as const)))
    people.roles.push({ userId: person.id, role: childRole[branch] })
    addChild(people, { person, branch, grade, customer: guardians[0] as Person, isShown: false }, guardians)
  }
}

function addChild(people: People, student: Student, guardians: readonly Person[] = [student.customer]) {
  student.person.grade = student.grade
  people.students.push(student)
  people.guardianships.push(
    ...guardians.map(({ id }) => ({
      guardianId: id,
      childId: student.person.id,
      ...rightsOfPreset.full,
      isSetBySchool: false,
    })),
  )
}

type AnotherGuardian = { guardian: Person; preset: GuardianPreset; isPairedByCode: boolean }

/** Another guardian of the children of a person. The rights are set by a list that names them, or by the code for the first child. */
function addGuardian(people: People, { guardian, preset, isPairedByCode }: AnotherGuardian, of: Person) {
  const own = people.guardianships.filter(({ guardianId }) => guardianId === of.id)
  people.guardianships.push(
    ...own.map(({ childId }, position) => ({
      guardianId: guardian.id,
      childId,
      ...rightsOfPreset[preset],
      isSetBySchool: !(isPairedByCode && position === 0),
    })),
  )
}

function addTeacher(people: People, random: Random) {
  const sex: Sex = random.chance(0.65) ? 'female' : 'male'
  const person = addPerson(people, random, randomFullName(random, sex))
  people.roles.push({ userId: person.id, role: 'teacher' })
  people.teachers.push(person)
}

function addPerson(
  people: People,
  random: Random,
  known: FullName | (Partial<Person> & Omit<FullName, 'patronym'>),
): Person {
  const person: Person = {
    subject: null,
    avatar: null,
    email: null,
    phone: null,
    phoneVerifiedAt: null,
    grade: null,
    hasPassword: false,
    lastSignInAt: null,
    createdAt: new Date('2024-08-01T09:00:00Z'),
    ...known,
    id: random.uuid(),
    crmUuid: random.uuid(),
  }
  person.updatedAt = person.createdAt
  people.users.push(person)
  return person
}

function randomPlacement(random: Random): { branch: Branch; grade: number | null } {
  const branch = random.weighted([
    ['school', 64],
    ['academy', 20],
    ['college', 16],
  ] as const)
  const grades = { school: [1, 11], academy: [9, 11], college: null }[branch]
  return { branch, grade: grades && random.integer(grades[0] as number, grades[1] as number) }
}

function namesOf(fullName: string): FullName {
  const [lastName = '', firstName = '', patronym = ''] = fullName.split(' ')
  return { lastName, firstName, patronym }
}

/** With an unassigned area code. */
function phoneOf(random: Random): string {
  return `+7000${random.integer(1_000_000, 9_999_999)}`
}

/** One in twelve has never signed in. */
function lastSignIn(random: Random, sex: Sex, now: Date): Date | null {
  const days = random.integer(0, 40)
  return random.fork(`${sex} signed in`).chance(1 / 12) ? null : daysBefore(now, days)
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 86_400_000)
}

/** Minutes between a sign-in and what is then done. */
const minutesBefore = 7

/** Each person of `acts` has signed in before the last of them. Draws nothing, so that the rest of the school stays as it is. */
export function signInBefore(
  users: readonly Person[],
  acts: readonly { id: string | null | undefined; at: Date | null | undefined }[],
): void {
  const byPerson = Map.groupBy(acts, ({ id }) => id)
  for (const person of users) {
    const last = Math.max(0, ...(byPerson.get(person.id) ?? []).map(({ at }) => at?.getTime() ?? 0))
    const at = last - minutesBefore * 60_000
    if (at > (person.lastSignInAt?.getTime() ?? 0)) person.lastSignInAt = new Date(at)
  }
}
