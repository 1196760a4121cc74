import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { CallRight } from '#contract/people/call-rights.ts'
import {
  type GuardianRight,
  type GuardianRights,
  guardianPresets,
  rightsOfPreset,
} from '#contract/people/guardian-rights.ts'
import { limitGuardians } from '#server/account-control/coming-of-age.ts'
import type { Database } from '#server/db/client.ts'
import { baskets } from '#server/db/schema/contracts.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { personalDetails } from '#server/db/schema/tax.ts'
import { type DemoLogin, demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import type { Person, TestApp } from '#tests/support/server/app.ts'

/**
 * Two separated parents: both have two children in common, with these rights for one of the parents, who also has
 * all rights for a child of another family. Beside them a guardian with all rights whose children have come of age, a guardian of
 * that other child, one whose pairs the school has ended, and a student.
 */
export const relations = [...guardianPresets, 'viewer', 'enroller', 'ofAdults', 'other', 'former', 'student'] as const
export type Relation = (typeof relations)[number]

/** The presets, and sets of the school's own: who sees contracts without paying, who enrols without paying or writing. */
export const rightsOfRelation = {
  ...rightsOfPreset,
  viewer: { ...rightsOfPreset.informed, seesLearning: false, seesContracts: true },
  enroller: { ...rightsOfPreset.informed, enrols: true },
  ofAdults: rightsOfPreset.payer,
} satisfies Partial<Record<Relation, GuardianRights>>
type Guardian = keyof typeof rightsOfRelation
const guardians = Object.keys(rightsOfRelation) as Guardian[]

export const isGuardian = (relation: Relation): relation is Guardian => relation in rightsOfRelation

/** Whether a relation has the right of a call for the two children in common. */
export function hasRight(relation: Relation, needed: CallRight): boolean {
  if (needed === 'own') return true
  if (!isGuardian(relation)) return false
  if (needed === 'relation') return true
  const wanted: readonly GuardianRight[] = typeof needed === 'string' ? [needed] : needed
  return wanted.every((right) => rightsOfRelation[relation][right])
}

/** Words that only closed things have. */
export const words = { learning: 'Оксюморон', ticket: 'Палимпсест' }

export type SeparatedParents = {
  people: Record<Relation, Person & { userId: string }>
  student: string
  sibling: string
  /** A value of each parameter, of what is the student's. */
  plausible: Record<string, unknown>
  /** The `{id}` of each path. */
  idsByPath: Record<string, string>
  /** What only those with the right may read: ids and numbers, by right; `relation`: for every guardian. */
  secrets: Record<'seesLearning' | 'seesContracts' | 'enrols' | 'relation', ReadonlySet<string>>
}

/** Adds these families to the demo school. */
export async function addSeparatedParents(server: TestApp): Promise<SeparatedParents> {
  const people = {} as SeparatedParents['people']
  const { database } = server.opened
  const list = async (query: ReturnType<typeof sql>) => {
    const { rows } = await database.execute<{ value: string }>(query)
    return rows.map(({ value }) => value)
  }
  const one = async (query: ReturnType<typeof sql>) => (await list(sql`${query} limit 1`))[0] ?? randomUUID()
  const family = await userOf(database, 'family')
  const student = await userOf(database, 'student')
  const sibling = await one(
    sql`select child_id as value from guardianships where guardian_id = ${family} and child_id <> ${student} order by 1`,
  )
  const groupsOf = (id: string) => sql`(select group_id from group_memberships where student_id = ${id})`
  const stranger = await one(sql`
    select child_id as value from guardianships where guardian_id <> ${family}
      and child_id not in (select child_id from guardianships where guardian_id = ${family})
      and exists (select from contracts where student_id = child_id)
      and not exists (select from group_memberships where student_id = child_id
        and (group_id in ${groupsOf(student)} or group_id in ${groupsOf(sibling)}))
    order by 1`)
  const signIn = () => server.signInAs({ roles: ['parent'], group: 'parent', twoFactorLastCheck: server.clock.now })
  for (const relation of guardians) {
    const person = await signIn()
    people[relation] = person
    const pair = (childId: string, given: Guardian) => {
      // All rights, until the job limits them.
      if (given === 'ofAdults') return { guardianId: person.userId, childId }
      return { guardianId: person.userId, childId, ...rightsOfRelation[given], ageAppliedAt: server.clock.now }
    }
    await database
      .insert(guardianships)
      .values([pair(student, relation), pair(sibling, relation), pair(stranger, 'full')])
  }
  const other = await signIn()
  people.other = other
  await database.insert(guardianships).values({ guardianId: other.userId, childId: stranger })
  await comeOfAge(server, [student, sibling])
  const former = await signIn()
  people.former = former
  const pavel = await server.signInAs({ roles: ['administrator'], twoFactorLastCheck: server.clock.now })
  for (const childId of [student, sibling]) {
    await database.insert(guardianships).values({ guardianId: former.userId, childId })
    const body = { reason: 'По решению суда' }
    const ended = await pavel.call(`POST /v1/admin/user/${childId}/guardian/${former.userId}/end`, { body })
    expect(ended.statusCode).toBe(204)
  }
  people.student = await server.signInAs({ roles: [], userId: student, group: 'student' })

  const ofStudent = sql`student_id = ${student}`
  const contract = await one(sql`
    select contracts.id as value from contracts join payments on contract_id = contracts.id
    where ${ofStudent} and contracts.status = 'Concluded' and group_id is not null
      and exists (select from operations where payment_id = payments.id and kind = 'ReceivingDS') order by 1`)
  const payment = await one(
    sql`select id as value from payments where contract_id = ${contract} order by status = 'Open' desc, position desc`,
  )
  const group = await one(sql`select group_id as value from contracts where id = ${contract}`)
  const otherGroup = await one(sql`
    select id as value from study_groups where id <> ${group}
      and (program_id, campaign_id) = (select program_id, campaign_id from study_groups where id = ${group}) order by 1`)
  const book = await one(sql`select id as value from grade_books where ${ofStudent} order by 1`)
  const campaignOfBasket = await one(sql`select campaign_id as value from study_groups where id = ${otherGroup}`)
  const basketId = randomUUID()
  await database.insert(baskets).values({
    id: basketId,
    filledById: people.full.userId ?? '',
    studentId: student,
    groupId: otherGroup,
    price: 6_600_000,
    campaignId: campaignOfBasket,
    paymentScheme: 'OnePayment',
    createdAt: server.clock.now,
  })
  const opportunity = await one(sql`select id as value from opportunities order by 1`)
  const offeredGroup = await one(
    sql`select group_id as value from opportunity_groups where opportunity_id = ${opportunity} order by 1`,
  )
  const campaign = await one(sql`select campaign_id as value from opportunities where id = ${opportunity}`)
  const by = people.full.userId
  const now = server.clock.now.toISOString()
  const [absence, transfer, wait, transferWait, autopay, pairingCode, news] = Array.from({ length: 7 }, () =>
    randomUUID(),
  )
  const [waited, anotherWaited] = await list(
    sql`select id as value from study_groups where ends_on > '2026-12-31' and id not in (${group}, ${otherGroup}) order by 1 limit 2`,
  )
  for (const statement of [
    sql`insert into absences (id, student_id, reported_by_id, reason, starts_on, ends_on, created_at)
      values (${absence}, ${student}, ${by}, 'illness', '2026-12-10', '2026-12-11', ${now}::timestamptz)`,
    sql`insert into transfers (id, contract_id, student_id, from_group_id, to_group_id, requested_by_id, requested_at, month, effective_from, state, withdrawn_at)
      select ${transfer}::uuid, ${contract}::uuid, ${student}::uuid, ${group}::uuid, ${otherGroup}::uuid, ${by}::uuid, ${now}::timestamptz, '2026-11-01', '2026-12-07', 'withdrawn', ${now}::timestamptz`,
    sql`insert into waiting_list_entries (id, group_id, student_id, contract_id, requested_by_id, joined_at)
      values (${wait}, ${waited}, ${student}, null, ${by}, ${now}::timestamptz),
        (${transferWait}, ${anotherWaited}, ${student}, ${contract}, ${by}, ${now}::timestamptz)`,
    sql`insert into autopays (id, contract_id, person_id, state, saved_method, card_digits, terms_version, from_on, agreed_at, agreed_address)
      values (${autopay}, ${contract}, ${by}, 'on', 'a saved card', '4242', 1, '2026-11-01', ${now}::timestamptz, '')`,
    sql`insert into pairing_codes (id, child_id, kind, preset, code_hash, made_by, is_by_school, made_at, expires_at)
      values (${pairingCode}, ${student}, 'guardian', 'informed', 'a hash', ${by}, false, ${now}::timestamptz, '2027-01-01')`,
    sql`insert into enrolments (campaign_id, opportunity_id, group_id, student_id, enrolled_by_id, created_at)
      values (${campaign}, ${opportunity}, ${offeredGroup}, ${student}, ${by}, ${now}::timestamptz) on conflict do nothing`,
    sql`insert into school_news (id, title, content_html, preview, audience, group_id, is_important, publish_at, created_at)
      values (${news}, ${words.learning}, ${`<p>${words.learning}</p>`}, ${words.learning}, 'group', ${group}, false, ${now}::timestamptz, ${now}::timestamptz)`,
    sql`insert into tickets (number, author_id, student_id, content_html, created_at, state)
      values (${`26-${words.ticket}`}, ${by}, ${student}, ${`<p>${words.ticket}</p>`}, ${now}::timestamptz, 'received')`,
  ])
    await database.execute(statement)
  const plausible: Record<string, unknown> = {
    secret: 'A'.repeat(43),
    other: student,
    number: '26-МАТ-00000001',
    code: '0000-0000-0000',
    contractUuid: contract,
    contractId: contract,
    checkoutId: randomUUID(),
    amount: 100,
    paymentId: payment,
    groupUuid: otherGroup,
    groupId: group,
    studentUuid: student,
    students: [student],
    userUuid: student,
    userId: student,
    child: student,
    subjectId: student,
    bookUuid: book,
    provider: 'vk',
    month_date: '2026-11-01',
    date: '2026-11-20',
    year: 2026,
    search: 'сок',
    operationId: await one(sql`
      select operations.id as value from operations join payments on payments.id = payment_id
      where contract_id = ${contract} and operations.kind = 'ReceivingDS' order by 1`),
    courseUuid: await one(sql`select course_id as value from grade_book_courses where book_id = ${book} order by 1`),
    termUuid: await one(sql`
      select id as value from terms where campaign_id = (select campaign_id from grade_books where id = ${book}) order by 1`),
    markUuid: await one(
      sql`select id as value from marks where book_id = ${book} and not absent and given_at <= ${now}::timestamptz order by given_at desc`,
    ),
    opportunityUuid: opportunity,
    campaignUuid: campaign,
    campaignOfBasket,
    offeredGroup,
    token: await one(sql`select token as value from offers order by 1`),
    territoryUuid: await one(sql`select id as value from territories order by 1`),
    groupUuids: [otherGroup],
    autopayId: autopay,
  }
  const course = await one(sql`select program_id as value from study_groups where id = ${otherGroup}`)
  const idsByPath: Record<string, string> = {
    '/v1/catalog/basket/{id}': basketId,
    '/v1/catalog/basket/{id}/contract-link': basketId,
    '/v1/catalog/basket/{id}/contract-text': basketId,
    '/v1/catalog/course/{id}': course,
    '/v1/school-news/{id}': news ?? '',
    '/v1/catalog/course/{id}/student/list': course,
    '/v1/schedule/absence/{id}': absence ?? '',
    '/v1/profile/pairing-code/{id}': pairingCode ?? '',
    '/v1/catalog/waiting-list/{id}': wait ?? '',
    '/v1/schedule/group/waiting-list/{id}': transferWait ?? '',
    '/v1/schedule/group/transfer/{id}': transfer ?? '',
    '/v1/schedule/enrolment/{id}': await one(sql`select id as value from enrolments where ${ofStudent} order by 1`),
  }

  const common = sql`(${student}::uuid, ${sibling}::uuid)`
  const ids = async (...queries: ReturnType<typeof sql>[]) => new Set((await Promise.all(queries.map(list))).flat())
  const secrets: SeparatedParents['secrets'] = {
    seesLearning: await ids(
      sql`select id as value from grade_books where student_id in ${common}`,
      sql`select marks.id as value from marks join grade_books on grade_books.id = book_id where student_id in ${common}`,
      sql`select lessons.id as value from lessons where group_id in ${groupsOf(student)} or group_id in ${groupsOf(sibling)}`,
      sql`select id as value from exams where student_id in ${common}`,
      sql`select id as value from conversations where student_id in ${common}`,
      sql`select id as value from transfers where student_id in ${common}`,
      sql`select id as value from absences where student_id in ${common}`,
      sql`select id as value from school_news where title = ${words.learning}`,
    ),
    seesContracts: await ids(
      sql`select number as value from contracts where student_id in ${common}`,
      sql`select payments.id as value from payments join contracts on contracts.id = contract_id where student_id in ${common}`,
      sql`select operations.id as value from operations join payments on payments.id = payment_id
        join contracts on contracts.id = contract_id where student_id in ${common}`,
      sql`select autopays.id as value from autopays join contracts on contracts.id = contract_id where student_id in ${common}`,
    ),
    enrols: await ids(
      sql`select ${basketId}::text as value`,
      sql`select id as value from waiting_list_entries where student_id in ${common}`,
    ),
    relation: await ids(
      sql`select id as value from users where id in ${common}`,
      sql`select id as value from contracts where student_id in ${common}`,
    ),
  }
  return { people, student, sibling, plausible, idsByPath, secrets }
}

/** Applies the eighteenth birthday of these students to the pairs about which the school has not decided. */
async function comeOfAge({ opened, clock }: TestApp, childIds: readonly string[]): Promise<void> {
  const { database } = opened
  const isOneOf = inArray(personalDetails.userId, [...childIds])
  const before = await database.select().from(personalDetails).where(isOneOf)
  await database.delete(personalDetails).where(isOneOf)
  const updatedAt = clock.now
  await database.insert(personalDetails).values(childIds.map((userId) => ({ userId, bornOn: '2008-01-01', updatedAt })))
  for (const childId of childIds)
    await database.transaction((transaction) =>
      limitGuardians(transaction, childId, { now: updatedAt, timeZone: 'Europe/Moscow', kept: rightsOfPreset.payer }),
    )
  // The other relations are those of a minor.
  await database.delete(personalDetails).where(isOneOf)
  if (before.length > 0) await database.insert(personalDetails).values(before)
}

async function userOf(database: Database, login: DemoLogin): Promise<string> {
  const [user] = await database
    .select({ id: users.id })
    .from(users)
    .where(eq(users.subject, demoSubject(login)))
  return user?.id ?? ''
}
