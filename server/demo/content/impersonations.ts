import type { auditEntries } from '#server/db/schema/identity.ts'
import { type People, type Person, signInBefore } from '#server/demo/people/people.ts'
import type { Random } from '#server/demo/rows/random.ts'
import { type DemoLogin, demoSubject } from '#server/idp/accounts/demo-accounts.ts'

type Entry = typeof auditEntries.$inferInsert

const administrators: readonly DemoLogin[] = ['administrator', 'super-administrator', 'user-manager', 'mixed']

/** Accounts whose profile surely shows an impersonation. */
const surelyVisited: readonly DemoLogin[] = ['family', 'parent', 'student', 'teacher']

const reasons = [
  'Родитель не видит договор, звонил в школу',
  'Проверка расписания после переноса занятий',
  'Не отображается оплата за октябрь',
  'Сообщение в поддержку: не открывается журнал оценок',
  'Родитель просит помочь со сменой группы',
  'Проверка данных для налогового вычета',
  'Жалоба: в профиле чужой номер телефона',
]

const days = 60
const visits = 45
const addresses = ['10.20.0.14', '10.20.0.31', '10.20.4.7']

/** Impersonations of the last two months with their ends, and a few refused ones. Each administrator has signed in before. */
export function impersonationEntries(random: Random, people: People, now: Date): Entry[] {
  const accountOf = (login: DemoLogin) => people.users.find(({ subject }) => subject === demoSubject(login)) as Person
  const looking = administrators.map(accountOf)
  const families = people.users.filter(({ subject }) => subject?.startsWith('crm-'))
  const certain = surelyVisited.map(accountOf)
  const entries = Array.from({ length: visits }, (_, number) => number).flatMap((number) => {
    const at = new Date(now.getTime() - random.integer(40, days * 24 * 60) * 60_000)
    const actor = random.pick(looking)
    const known = { actorId: actor.id, reason: random.pick(reasons), address: random.pick(addresses) }
    const isRefused = number % 11 === 10
    if (isRefused) {
      const equal = random.pick(looking.filter(({ id }) => id !== actor.id))
      const problem = 'target-not-weaker'
      return [entry(random, { ...known, at, action: 'impersonation.refused', subjectId: equal.id, problem })]
    }
    const impersonationId = random.uuid()
    const visit = { ...known, subjectId: (certain[number] ?? random.pick(families)).id, impersonationId }
    const minutes = random.chance(0.15) ? 30 : random.integer(2, 25)
    const action = minutes === 30 ? 'impersonation.expired' : 'impersonation.ended'
    const endedAt = new Date(at.getTime() + minutes * 60_000)
    return [
      entry(random, { ...visit, at, action: 'impersonation.started' }),
      entry(random, { ...visit, at: endedAt, action }),
    ]
  })
  const started = entries.filter(({ action }) => action === 'impersonation.started')
  signInBefore(
    looking,
    started.map(({ actorId, at }) => ({ id: actorId, at })),
  )
  return entries
}

function entry(random: Random, known: Omit<Entry, 'id'>): Entry {
  return { problem: null, impersonationId: null, ...known, id: random.uuid() }
}
