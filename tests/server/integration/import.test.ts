import { randomUUID } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { and, asc, eq, sql, TransactionRollbackError } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { rightsOfPreset } from '#contract/people/guardian-rights.ts'
import { endPair } from '#server/access/ended-guardianships.ts'
import type { Database, OpenDatabase } from '#server/db/client.ts'
import { pairingCodes } from '#server/db/schema/account-security.ts'
import { checkoutLines, checkouts } from '#server/db/schema/checkouts.ts'
import { contractActionEntries, contracts, payments } from '#server/db/schema/contracts.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { externalIds } from '#server/db/schema/integration.ts'
import { journalColumns, marks, terms } from '#server/db/schema/learning.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { guardianships, userRoles, users } from '#server/db/schema/people.ts'
import { campaigns, groupMemberships, programs, studyGroups } from '#server/db/schema/programs.ts'
import { terminations } from '#server/db/schema/terminations.ts'
import { describeFinding } from '#server/integration/format-types/reasons.ts'
import type { ImportOptions } from '#server/integration/import/import-work.ts'
import { importSchool } from '#server/integration/import-runs/import-school.ts'
import { rightsOfPair } from '#tests/support/samples/rights-of-pair.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'

const directory = mkdtempSync(join(tmpdir(), 'personal-account-import-'))
afterAll(() => rmSync(directory, { recursive: true }))

let opened: OpenDatabase
/** A test that leaves the database empty lends it to the next one. */
let isEmpty = false
beforeEach(async () => {
  if (!isEmpty) opened = await openTestDatabase()
  isEmpty = false
  return () => isEmpty || opened.close()
})
afterAll(() => isEmpty && opened.close())

type Files = Record<string, string | Buffer>
let bundles = 0
async function zipOf(files: Files): Promise<string> {
  bundles += 1
  const path = join(directory, `${bundles}.zip`)
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text as string), name)
  zip.end()
  await finished(zip.outputStream.pipe(createWriteStream(path)))
  return path
}

async function run(files: Files, options: Partial<ImportOptions> = {}, database: Database = opened.database) {
  const faults: string[] = []
  const path = await zipOf(files)
  const onFault: ImportOptions['onFault'] = (fault) => void faults.push(describeFinding(fault, 'en'))
  const { files: counts } = await importSchool(database, path, {
    now: new Date('2026-11-20T09:00:00Z'),
    timeZone: 'Europe/Moscow',
    onFault,
    ...options,
  })
  const changed = counts.flatMap(({ file, created, changed, deleted }) =>
    created + changed + deleted > 0 ? [`${file} +${created} ~${changed} -${deleted}`] : [],
  )
  return { faults, changed }
}

function manifest(mode: string, ...files: string[]): string {
  return [
    'propertyName,value',
    'oneroster.version,1.2',
    'source.systemCode,crm',
    ...files.map((file) => `file.${file},${mode}`),
  ].join('\n')
}

/** A bundle with the columns that another program writes. */
const school: Files = {
  'orgs.csv':
    'sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId\nmain,active,,Main,district,,\nmath,active,,Math,school,,main',
  'academicSessions.csv':
    'sourcedId,status,dateLastModified,title,type,startDate,endDate,parentSourcedId,schoolYear\ny,active,,2026,schoolYear,2026-09-01,2027-09-01,,2027\nt,active,,Term,term,2026-09-01,2027-01-01,y,2027',
  'courses.csv':
    'sourcedId,status,dateLastModified,schoolYearSourcedId,title,courseCode,grades,orgSourcedId,subjects,subjectCodes\nc,active,,y,Physics,PH,"07,08,KG",math,Physics,ph',
  'users.csv':
    '\ufeffsourcedId,status,dateLastModified,enabledUser,username,givenName,familyName,email,agentSourcedIds,grades\r\nstudent,active,,true,s,Ilya,Sokolov,,parent,07\r\nparent,active,,true,p,Olga,Sokolova,olga@mail.example,student,\r\nteacher,active,,true,t,Anna,Belova,,,\r\n',
  'roles.csv':
    'sourcedId,status,dateLastModified,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId,userProfileSourcedId\n1,active,,student,primary,student,,,math,\n2,active,,parent,primary,guardian,,,math,\n3,active,,teacher,primary,teacher,,,math,\n4,active,,teacher,secondary,principal,,,math,',
  'classes.csv':
    'sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds,subjects,subjectCodes,periods\nk,active,,PH-1,07,c,,scheduled,,math,"t,y",,,1',
  'enrollments.csv':
    'sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate\ne1,active,,k,math,student,student,,,2027-06-30\ne2,active,,k,math,teacher,teacher,true,,',
  'categories.csv': 'sourcedId,status,dateLastModified,title\ntest,active,,Test',
  'lineItems.csv':
    'sourcedId,status,dateLastModified,title,assignDate,dueDate,classSourcedId,categorySourcedId,gradingPeriodSourcedId,resultValueMin,resultValueMax\nl,active,,Forces,,2026-10-01,k,test,t,0,5',
  'results.csv':
    'sourcedId,status,dateLastModified,lineItemSourcedId,studentSourcedId,scoreStatus,score,scoreDate,comment\nm,active,,l,student,fully graded,5,2026-10-01,"Well done:\n— clear reasoning, with units"',
}

test('A bundle of another program is imported; a second time nothing changes', async () => {
  expect(await run(school)).toEqual({
    faults: [],
    changed: [
      'orgs.csv +2 ~0 -0',
      'academicSessions.csv +2 ~0 -0',
      'courses.csv +1 ~0 -0',
      'users.csv +3 ~0 -0',
      'roles.csv +4 ~0 -0',
      'classes.csv +1 ~0 -0',
      'enrollments.csv +2 ~0 -0',
      'categories.csv +1 ~0 -0',
      'lineItems.csv +1 ~0 -0',
      'results.csv +1 ~0 -0',
    ],
  })
  const { database } = opened
  const people = await database.select().from(users).orderBy(asc(users.firstName))
  const [teacher, student, parent] = people.map(({ id }) => id)
  expect(people.map(({ firstName, grade, email }) => [firstName, grade, email])).toEqual([
    ['Anna', null, null],
    ['Ilya', 7, null],
    ['Olga', null, 'olga@mail.example'],
  ])
  expect(await database.select().from(guardianships)).toMatchObject([
    { guardianId: parent, childId: student, ...rightsOfPreset.full, isSetBySchool: false },
  ])
  expect(await database.select({ role: userRoles.role }).from(userRoles).orderBy(asc(userRoles.role))).toEqual([
    { role: 'parent' },
    { role: 'student' },
    { role: 'teacher' },
  ])
  const [group] = await database.select().from(studyGroups)
  expect(group).toMatchObject({
    title: 'PH-1',
    teacherId: teacher,
    startsOn: '2026-09-01',
    endsOn: '2026-12-31',
    placesTaken: 1,
  })
  expect(await database.select({ leftOn: groupMemberships.leftOn }).from(groupMemberships)).toEqual([{ leftOn: null }])
  expect((await database.select().from(programs))[0]).toMatchObject({
    grades: [7, 8],
    subjectCode: 'ph',
    branch: 'school',
  })
  expect(await database.select({ comment: marks.comment }).from(marks)).toEqual([
    { comment: 'Well done:\n— clear reasoning, with units' },
  ])
  expect(await run(school)).toEqual({ faults: [], changed: [] })
})

test('Cells are read as Excel and other programs write them; columns that are not read refuse nothing', async () => {
  const dates = (text: string) => text.replaceAll(/(\d{4})-(\d\d)-(\d\d)/g, '$3.$2.$1')
  const long = 'x'.repeat(60_000)
  const excel: Files = {
    ...school,
    'academicSessions.csv': dates(String(school['academicSessions.csv'])).replaceAll(',', ';'),
    'orgs.csv': 'sourcedId,status,dateLastModified\nmain,Active,01.09.2026\nmath,ACTIVE,8/27/2018',
    'enrollments.csv': String(school['enrollments.csv'])
      .replace('true', 'ИСТИНА')
      .replace('student,student', 'student,Student'),
    'users.csv': String(school['users.csv']).replace('username', 'password').replaceAll(',s,', `,${long},`),
    'lineItems.csv': String(school['lineItems.csv']).replace('2026-10-01', '2026-10-01T00:00:00.000Z'),
    'results.csv': String(school['results.csv']).replace(',5,2026-10-01', ',"4,5",01.10.2026 0:00'),
  }
  expect((await run(excel)).faults).toEqual([])
  expect(await opened.database.select({ startsOn: terms.startsOn, endsOn: terms.endsOn }).from(terms)).toEqual([
    { startsOn: '2026-09-01', endsOn: '2026-12-31' },
  ])
  expect((await opened.database.select().from(marks))[0]).toMatchObject({ score: 4.5 })
  expect((await opened.database.select().from(journalColumns))[0]).toMatchObject({ heldOn: '2026-10-01' })
  const [group] = await opened.database.select({ teacherId: studyGroups.teacherId }).from(studyGroups)
  expect(group?.teacherId).not.toBeNull()
})

test('An import notes how many people may not sign in by the file, because it locks no account', async () => {
  const notes: string[] = []
  const users =
    'sourcedId,enabledUser,givenName,familyName\n1,false,Ilya,Sokolov\n2,FALSE,Olga,Sokolova\n3,true,Anna,Belova'
  const onNote: ImportOptions['onNote'] = (note) => void notes.push(describeFinding(note, 'en'))
  await run({ 'manifest.csv': manifest('delta', 'users'), 'users.csv': users }, { onNote })
  expect(notes).toEqual([
    'users.csv enabledUser: false does not block the sign-in; people with it: 2, block them in their user cards',
  ])
})

test('An import notes how many rows give no role', async () => {
  const notes: string[] = []
  const onNote: ImportOptions['onNote'] = (note) => void notes.push(describeFinding(note, 'en'))
  const head = 'sourcedId,userSourcedId,role,orgSourcedId,metadata.role'
  const rows = ['1,u,principal,org,', '2,u,siteAdministrator,org,', '3,u,Student,org,']
  await run({ 'manifest.csv': manifest('delta', 'roles'), 'roles.csv': [head, ...rows].join('\n') }, { onNote })
  expect(notes).toContain('roles.csv role: rows that give no role: 2; the role goes in the column metadata.role')
})

test('Profiles and scales of another program, which have columns of the standard alone, keep no one from being imported', async () => {
  const more = {
    'userProfiles.csv':
      'sourcedId,status,dateLastModified,userSourcedId,profileType,vendorId,applicationId,description,credentialType,username,password\np,active,,student,LTI,sis,app,Sign-in,basic,ilya,',
    'scoreScales.csv':
      'sourcedId,status,dateLastModified,title,type,orgSourcedId,courseSourcedId,classSourcedId,scoreScaleValue\ns,active,,Letters,alpha,math,,,{A:90-100}',
  }
  const { faults, changed } = await run({ ...school, ...more })
  expect(faults).toEqual([])
  expect(changed).toContain('users.csv +3 ~0 -0')
  expect(await run({ ...school, ...more })).toEqual({ faults: [], changed: [] })
})

test('The rights of a guardian are those of the row, else the preset of the school, else what the school has set', async () => {
  const rightsAfter = async (rows: string, options: Partial<ImportOptions> = {}) => {
    const users = `sourcedId,givenName,familyName,agentSourcedIds,metadata.agentRights,grades\n${rows}`
    expect((await run({ ...school, 'users.csv': `${users}\nteacher,Anna,Belova,,,` }, options)).faults).toEqual([])
    const [pair] = await opened.database.select().from(guardianships)
    return rightsOfPair(pair)
  }
  const { payer, learning } = rightsOfPreset
  const none = { ...rightsOfPreset.informed, seesLearning: false, isNotified: false }
  const parent = 'parent,Olga,Sokolova,,,'
  const newGuardian = payer
  expect(await rightsAfter(`student,Ilya,Sokolov,parent,,7\n${parent}`, { newGuardian })).toEqual(payer)
  expect(await rightsAfter(`student,Ilya,Sokolov,parent,parent=learning,7\n${parent}`)).toEqual(learning)
  expect(await rightsAfter(`student,Ilya,Sokolov,parent,parent=pays,7\n${parent}`)).toEqual({
    ...none,
    pays: true,
    seesContracts: true,
  })
  // The other row lists the pair too, so it is not a new one.
  await rightsAfter('student,Ilya,Sokolov,parent,parent=learning,7\nparent,Olga,Sokolova,student,,')
  expect(await rightsAfter('student,Ilya,Sokolov,,,7\nparent,Olga,Sokolova,student,,')).toEqual(learning)
})

test('A pair that the school has ended is not made again by its lists', async () => {
  const { database } = opened
  const withGrade = (grade: number) => ({
    ...school,
    'users.csv': `sourcedId,givenName,familyName,agentSourcedIds,grades\nstudent,Ilya,Sokolov,parent,${grade}\nparent,Olga,Sokolova,,\nteacher,Anna,Belova,,`,
  })
  expect((await run(withGrade(7))).faults).toEqual([])
  const [pair] = await database.select().from(guardianships)
  const { guardianId = '', childId = '' } = pair ?? {}
  await endPair(
    database,
    { guardianId, childId },
    { rights: rightsOfPreset.full, endedAt: new Date(), endedById: childId, reason: 'По решению суда' },
  )
  expect((await run(withGrade(8))).faults).toEqual([])
  expect(await database.$count(guardianships)).toBe(0)
})

test('Rights that an import takes act at once, and what a row repeats leaves what the school has set since', async () => {
  const { database } = opened
  const people = (rights: string, grade: number) => ({
    ...school,
    'users.csv': `sourcedId,givenName,familyName,agentSourcedIds,metadata.agentRights,grades\nstudent,Ilya,Sokolov,parent,${rights},${grade}\nparent,Olga,Sokolova,,,\nteacher,Anna,Belova,,,`,
  })
  expect((await run(people('parent=full', 7))).faults).toEqual([])
  const [pair] = await database.select().from(guardianships)
  const checkout = {
    payerId: pair?.guardianId ?? '',
    provider: 'yookassa',
    method: 'card',
    createdAt: new Date(),
  } as const
  const contractId = randomUUID()
  const paymentId = randomUUID()
  const [group] = await database.select().from(studyGroups)
  const [campaign] = await database.select().from(campaigns)
  const [teacher] = await database.select().from(users).where(eq(users.firstName, 'Anna'))
  await database.transaction(async (transaction) => {
    await transaction.insert(contracts).values({
      id: contractId,
      number: '26-1',
      status: 'Concluded',
      studentId: pair?.childId ?? '',
      total: 100,
      customerId: teacher?.id ?? '',
      programId: group?.programId ?? '',
      campaignId: campaign?.id ?? '',
      format: 'offline',
      paymentScheme: 'OnePayment',
      createdAt: new Date(),
    })
    await transaction.insert(payments).values({
      id: paymentId,
      contractId,
      amount: 100,
      position: 1,
      title: '1',
      dueOn: '2026-12-01',
      status: 'Open',
    })
    const [row] = await transaction
      .insert(checkouts)
      .values({ ...checkout, expiresAt: new Date() })
      .returning()
    await transaction.insert(checkoutLines).values({ checkoutId: row?.id ?? '', paymentId, amount: 100 })
  })
  await database.update(users).set({ subject: 'olga' }).where(eq(users.firstName, 'Olga'))
  expect((await run(people('parent=learning', 7))).faults).toEqual([])
  expect(await database.select({ state: checkouts.state }).from(checkouts)).toEqual([{ state: 'canceled' }])
  const about = { subjectId: pair?.guardianId ?? '', action: 'roles.guardian-rights', command: 'import' } as const
  const isOfPair = and(eq(auditEntries.subjectId, about.subjectId), eq(auditEntries.action, about.action))
  const audited = async () => {
    const entries = await database.select().from(auditEntries).where(isOfPair)
    return entries.map(({ subjectId, action, command, detail }) => ({ subjectId, action, command, detail }))
  }
  expect(await audited()).toEqual([{ ...about, detail: 'Ilya Sokolov: learning' }])
  const noticed = await database.select().from(notifications).where(eq(notifications.userId, about.subjectId))
  expect(noticed).toMatchObject([{ userId: pair?.guardianId, values: { en: { student: 'Ilya' } } }])

  await database.update(guardianships).set(rightsOfPreset.informed)
  expect((await run(people('parent=learning', 8))).faults).toEqual([])
  expect(await database.select().from(guardianships)).toEqual([{ ...pair, ...rightsOfPreset.informed }])
  expect(await audited()).toHaveLength(1)

  const alone = String(people('', 8)['users.csv']).replace(',parent,,8', ',,,8')
  expect((await run({ ...school, 'users.csv': alone })).faults).toEqual([])
  expect(await audited()).toContainEqual({ ...about, detail: 'Ilya Sokolov: ended' })
})

test('A guardian whom a code has added stays beside those of the rows', async () => {
  const { database } = opened
  expect((await run(school)).faults).toEqual([])
  const [pair] = await database.select().from(guardianships)
  const childId = pair?.childId ?? ''
  const added = await database
    .insert(users)
    .values([
      { firstName: 'Oleg', lastName: 'Sokolov' },
      { firstName: 'Vera', lastName: 'Sokolova' },
    ])
    .returning({ id: users.id })
  const [byCode, byHand] = added.map(({ id }) => id)
  await database.insert(guardianships).values(added.map(({ id }) => ({ guardianId: id, childId })))
  const days = { madeAt: new Date(), expiresAt: new Date(), usedAt: new Date() }
  await database.insert(pairingCodes).values({
    childId,
    kind: 'guardian',
    preset: 'full',
    codeHash: randomUUID(),
    isBySchool: true,
    ...days,
    usedBy: byCode ?? '',
  })
  const changed = String(school['users.csv']).replace('Ilya', 'Iliya')
  expect((await run({ ...school, 'users.csv': changed })).faults).toEqual([])
  const left = (await database.select().from(guardianships)).map(({ guardianId }) => guardianId)
  expect([left.includes(byCode ?? ''), left.includes(byHand ?? ''), left.includes(pair?.guardianId ?? '')]).toEqual([
    true,
    false,
    true,
  ])
})

test('A guardian loses a child that neither side lists any more; a missing column changes nothing', async () => {
  const listed = (ofStudent: string, ofParent: string) => ({
    'users.csv': String(school['users.csv'])
      .replace(',parent,07', `,${ofStudent},07`)
      .replace('.example,student', `.example,${ofParent}`),
  })
  const renamed = { 'users.csv': 'sourcedId,givenName,familyName\nstudent,Ilya,Orlov\nparent,Olga,Orlova' }
  const imports = [
    [{ ...school, ...listed('', 'student') }, 1],
    [listed('', ''), 0],
    [listed('parent', 'student'), 1],
    [listed('parent', ''), 1],
    [listed('', ''), 0],
    [listed('', 'student'), 1],
    [renamed, 1],
    [listed('', ''), 0],
  ] as const
  for (const [files, pairs] of imports) {
    expect((await run(files)).faults).toEqual([])
    expect(await opened.database.$count(guardianships)).toBe(pairs)
  }
  await run(renamed)
  expect(await opened.database.$count(users, eq(users.grade, 7))).toBe(1)
})

test('The end of a session is the first day after it, as is that of an enrolment', async () => {
  const year = session('y,2026,schoolYear,2026-09-01,2027-09-01,,2027,\nt,Term,term,2026-09-01,2027-01-01,y,2027,')
  const until = (day: string) => ({ 'enrollments.csv': String(school['enrollments.csv']).replace('2027-06-30', day) })
  await run({ ...school, ...year, ...until('2027-01-01') })
  const { database } = opened
  expect(await database.select({ endsOn: campaigns.endsOn, enrolUntil: campaigns.enrolUntil }).from(campaigns)).toEqual(
    [{ endsOn: '2027-08-31', enrolUntil: '2027-08-31' }],
  )
  expect(await database.select({ endsOn: terms.endsOn }).from(terms)).toEqual([{ endsOn: '2026-12-31' }])
  const leftOn = () => database.select({ leftOn: groupMemberships.leftOn }).from(groupMemberships)
  expect(await leftOn()).toEqual([{ leftOn: null }])
  await run(until('2026-12-31'))
  expect(await leftOn()).toEqual([{ leftOn: '2026-12-31' }])
})

test('A student takes a place until the last day', async () => {
  const until = (day: string) => ({ 'enrollments.csv': String(school['enrollments.csv']).replace('2027-06-30', day) })
  const taken = () => opened.database.select({ taken: studyGroups.placesTaken }).from(studyGroups)
  await run({ ...school, ...until('2026-11-21') })
  expect(await taken()).toEqual([{ taken: 1 }])
  await run(until('2026-11-20'))
  expect(await taken()).toEqual([{ taken: 0 }])
})

/** A contract of the student and the group of `school`, with one payment of 1000 roubles. */
async function addContract(status: 'Frozen' | 'Concluded') {
  const { database } = opened
  const [contractId, paymentId] = [randomUUID(), randomUUID()]
  const [student] = await database.select().from(users).where(eq(users.firstName, 'Ilya'))
  const [group] = await database.select().from(studyGroups)
  const who = { studentId: student?.id ?? '', customerId: student?.id ?? '', groupId: group?.id ?? '' }
  const what = { programId: group?.programId ?? '', campaignId: group?.campaignId ?? '', total: 100_000 }
  await database.transaction(async (transaction) => {
    await transaction.insert(contracts).values({
      id: contractId,
      number: contractId,
      status,
      ...who,
      ...what,
      format: 'offline',
      paymentScheme: 'OnePayment',
      createdAt: new Date(),
    })
    await transaction.insert(payments).values({
      id: paymentId,
      contractId,
      amount: 100_000,
      position: 1,
      title: '1',
      dueOn: '2026-12-01',
      status: 'Open',
    })
  })
  return { contractId, paymentId }
}

test('A frozen contract takes a place without a membership', async () => {
  await run(school)
  await addContract('Frozen')
  await run({
    'enrollments.csv': String(school['enrollments.csv']).replace('2027-06-30', '2026-11-01'),
  })
  const taken = await opened.database.select({ taken: studyGroups.placesTaken }).from(studyGroups)
  expect(taken).toEqual([{ taken: 1 }])
})

describe('A payment that was split here', () => {
  const row = (contractId: string, id: string, [amount, day]: readonly [string, string]) => ({
    'payments.csv': `sourcedId,contractSourcedId,position,title,dueOn,amount,paymentStatus\n${id},${contractId},1,1,${day},${amount},Open`,
  })
  const amountsOf = async (contractId: string) => {
    const found = await opened.database
      .select({ amount: payments.amount })
      .from(payments)
      .where(eq(payments.contractId, contractId))
      .orderBy(payments.position)
    return found.map(({ amount }) => amount)
  }
  const addPart = async (contractId: string, paymentId: string, status: 'Open' | 'Canceled') => {
    const id = randomUUID()
    await opened.database.transaction(async (transaction) => {
      await transaction.update(payments).set({ amount: 60_000 }).where(eq(payments.id, paymentId))
      await transaction.insert(payments).values({
        id,
        contractId,
        amount: 40_000,
        position: 2,
        title: '1',
        dueOn: '2027-02-01',
        status,
      })
    })
    return id
  }
  const noted = async (files: Files) => {
    const notes: string[] = []
    const { faults } = await run(files, { onNote: (note) => notes.push(describeFinding(note, 'en')) })
    return { faults, notes: notes.filter((note) => note.startsWith('payments.csv:')) }
  }
  const kept = (amount: string) =>
    `payments.csv:2 amount: the payment was split in the personal account: it keeps ${amount}, and the rest is another payment of the contract`

  test('keeps its part of the whole amount of the row; another amount changes it alone', async () => {
    await run(school)
    const { contractId, paymentId } = await addContract('Concluded')
    const part = await addPart(contractId, paymentId, 'Open')
    await opened.database.insert(contractActionEntries).values({
      contractId,
      paymentId,
      action: 'split',
      at: new Date(),
      reason: 'По заявлению',
      state: { detail: '', splitOff: { id: part, amount: 40_000, status: 'Open', dueOn: '2026-12-02' } },
    })
    const imported = (amount: string, day: string) => noted(row(contractId, paymentId, [amount, day]))
    expect(await imported('600', '2026-12-02')).toEqual({ faults: [], notes: [] })
    expect(await imported('1000', '2026-12-03')).toEqual({ faults: [], notes: [kept('600.00')] })
    expect(await amountsOf(contractId)).toEqual([60_000, 40_000])
    await opened.database.update(contractActionEntries).set({ undoneAt: new Date(), undoneReason: 'Ошибка' })
    const { faults } = await imported('1000', '2026-12-04')
    expect(faults).toEqual([expect.stringMatching(/the payments do not add up to the total of the contract$/)])
  })

  test('by a termination keeps what is owed', async () => {
    await run(school)
    const { contractId, paymentId } = await addContract('Concluded')
    await addPart(contractId, paymentId, 'Canceled')
    const [contract] = await opened.database.select().from(contracts)
    const sums = { due: 0, online: 0, moved: 0, bank: 0, given: 0, toReturn: 0, lessonsHeld: 0, lessonsPlanned: 0 }
    await opened.database.insert(terminations).values({
      contractId,
      state: 'settled',
      endedAt: new Date(),
      lastDay: '2026-11-20',
      ...sums,
      askedById: contract?.customerId ?? '',
      askedAt: new Date(),
      address: null,
      reason: '',
      hash: '',
      price: 100_000,
      deferred: {},
    })
    expect(await noted(row(contractId, paymentId, ['1000', '2026-12-02']))).toEqual({
      faults: [],
      notes: [kept('600.00')],
    })
    expect(await amountsOf(contractId)).toEqual([60_000, 40_000])
  })
})

test.each([
  ['Europe/Moscow', '2026-10-01T09:00:00.000Z'],
  ['Asia/Kamchatka', '2026-10-01T00:00:00.000Z'],
])('A mark without a time is given at noon of its day in %s', async (timeZone, noon) => {
  await run(school, { timeZone })
  const given = await opened.database.select({ givenAt: marks.givenAt }).from(marks)
  expect(given.map(({ givenAt }) => givenAt.toISOString())).toEqual([noon])
})

test('A dry run changes nothing', async () => {
  expect((await run(school, { isDryRun: true })).faults).toEqual([])
  expect(await opened.database.select().from(users)).toEqual([])
})

test('Numbers go on after the highest one that was imported; a dry run and a school without numbers change none', async () => {
  const next = async () =>
    (await opened.database.execute<{ next: string }>(sql`select nextval('ticket_numbers') as next`)).rows[0]?.next
  const letters = {
    'tickets.csv': `sourcedId,authorSourcedId,number,topic,contentHtml,state,createdAt\nl,student,Р-2026-000120,other,Text,received,2026-10-01T09:00:00Z`,
  }
  await run(school)
  expect(await next()).toBe('1')
  expect(await run({ ...school, ...letters }, { isDryRun: true })).toMatchObject({ faults: [] })
  expect(await next()).toBe('2')
  await run({ ...school, ...letters })
  expect([await next(), await next()]).toEqual(['121', '122'])
  await run({ ...school, ...letters })
  expect(await next()).toBe('123')
})

test('A file with faults is not applied, nor are the files that refer to it; other rows are on request', async () => {
  const faulty = { ...school, 'users.csv': `${school['users.csv']}broken,active,,true,b,,,not-an-address,,\r\n` }
  const faults = ['users.csv:5 givenName: is empty', 'users.csv:5 email: “not-an-address” is not an email address']
  expect(await run(faulty)).toEqual({
    faults,
    changed: [
      'orgs.csv +2 ~0 -0',
      'academicSessions.csv +2 ~0 -0',
      'courses.csv +1 ~0 -0',
      'classes.csv +1 ~0 -0',
      'categories.csv +1 ~0 -0',
      'lineItems.csv +1 ~0 -0',
    ],
  })
  expect(await opened.database.select().from(users)).toEqual([])
  const skipping = await run(faulty, { skipFaulty: true })
  expect(skipping.faults).toEqual(faults)
  expect(await opened.database.$count(users)).toBe(3)
})

test('A record that is to be deleted is deleted, unless others refer to it', async () => {
  await run(school)
  const gone = (text: string) => text.replaceAll(',active,', ',tobedeleted,')
  expect(await run({ 'enrollments.csv': gone(String(school['enrollments.csv'])) })).toEqual({
    faults: [],
    changed: ['enrollments.csv +0 ~0 -2'],
  })
  expect(await opened.database.$count(groupMemberships)).toBe(0)
  expect((await opened.database.select().from(studyGroups))[0]?.teacherId).toBeNull()
  const { faults } = await run({ 'courses.csv': gone(String(school['courses.csv'])) })
  expect(faults).toEqual(['courses.csv sourcedId c: violates the database rule study_groups_program_id_programs_id_fk'])
})

test('A record that could not be deleted is no longer marked when a later file has it again', async () => {
  await run(school)
  const courses = String(school['courses.csv'])
  await run({ 'courses.csv': courses.replace(',active,', ',tobedeleted,') }, { skipFaulty: true })
  const isMarked = async () => (await opened.database.select().from(externalIds)).some(({ isGone }) => isGone)
  expect(await isMarked()).toBe(true)
  expect(await run({ 'courses.csv': courses })).toEqual({ faults: [], changed: ['courses.csv +0 ~1 -0'] })
  expect(await isMarked()).toBe(false)
})

test('A bulk set that lacks more than a tenth of the records is refused, unless deletions are allowed', async () => {
  const places = (count: number) =>
    [
      'sourcedId,status,dateLastModified,title,address',
      ...Array.from({ length: count }, (_, index) => `${index},,,Place ${index},Street`),
    ].join('\n')
  const bulk = (count: number) => ({
    'manifest.csv': manifest('bulk', 'territories'),
    'territories.csv': places(count),
  })
  expect((await run(bulk(20))).changed).toEqual(['territories.csv +20 ~0 -0'])
  expect((await run(bulk(18))).changed).toEqual(['territories.csv +0 ~0 -2'])
  expect(await run(bulk(10))).toEqual({
    faults: ['territories.csv: would delete 8 records, which is more than 10%: allow it (--allow-deletes)'],
    changed: [],
  })
  expect((await run(bulk(10), { allowDeletes: true })).changed).toEqual(['territories.csv +0 ~0 -8'])
})

const signedInParent = {
  firstName: 'Ольга',
  lastName: 'Соколова',
  email: 'Olga@mail.example',
  phone: '+79000000001',
  lastSignInAt: new Date(),
}

test('What the school owns is replaced, also of people who have signed in', async () => {
  await opened.database.insert(users).values(signedInParent)
  await run(school, { profileOwners: { names: 'school', email: 'person', phone: 'school' } })
  const [found] = await opened.database.select().from(users).where(eq(users.email, signedInParent.email))
  expect(found).toMatchObject({ firstName: 'Olga', lastName: 'Sokolova' })
})

test('People are recognised by email; who has signed in keeps the name', async () => {
  const person = signedInParent
  await opened.database.insert(users).values(person)
  await run(school)
  const found = await opened.database.select().from(users).where(eq(users.lastName, 'Соколова'))
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ firstName: 'Ольга', email: 'Olga@mail.example' })
  expect(await opened.database.$count(users)).toBe(3)
})

const head = 'sourcedId,status,dateLastModified,title,address\n'
const place = (text: string | Buffer): Files => ({ 'territories.csv': text })
const session = (rows: string): Files => ({
  'academicSessions.csv': `sourcedId,title,type,startDate,endDate,parentSourcedId,schoolYear,metadata.enrolUntil\n${rows}`,
})
const person = (rows: string): Files => ({
  'users.csv': `sourcedId,givenName,familyName,email,sms,agentSourcedIds,metadata.language\n${rows}`,
})
const event = (rows: string): Files => ({
  'events.csv': `sourcedId,title,summary,category,format,startsAt,endsAt\n${rows}`,
})
const contract = (rows: string): Files => ({
  ...session('y,Y,schoolYear,2026-09-01,2027-08-31,,2027,'),
  'vacations.csv': `sourcedId,academicSourcedId,title\n${rows}`,
})

test.each<[string, Files, string]>([
  ['no known file', { 'readme.txt': 'x' }, 'contains no known file'],
  ['an empty file', place(''), 'missing columns: sourcedId, title, address'],
  ['a file of blank lines', place('\n\n'), 'missing columns'],
  ['a repeated column', place('sourcedId,title,title,address\n1,A,A,B'), 'territories.csv:1: repeated columns: title'],
  ['too many cells', place(`${head}1,,,A,B,C`), 'territories.csv:2: columns in the header: 5, in this row: 6'],
  ['a stray quote', place(`${head}1,,,"A"x,B`), 'has a stray or unclosed quote'],
  ['no id', place(`${head},,,A,B`), 'territories.csv:2 sourcedId: is empty'],
  ['a long id', place(`${head}${'1'.repeat(300)},,,A,B`), 'territories.csv:2 sourcedId: is too long'],
  ['an empty required cell', place(`${head}1,,,,B`), 'territories.csv:2 title: is empty'],
  ['a title of another place', place(`${head}1,,,A,B\n2,,,A,C`), 'violates the database rule territories_title_unique'],
  ['U+0000', place(`${head}1,,,A\0,B`), 'territories.csv:2 title: contains U+0000 or a lone surrogate'],
  [
    'a cell that is too long',
    place(`${head}1,,,${'A'.repeat(60_000)},B`),
    'territories.csv:2 title: is longer than 50000 characters',
  ],
  ['no day', session('1,A,schoolYear,soon,2027-08-31,,2027,'), 'startDate: “soon” is not a day'],
  [
    'a day that does not exist',
    session('1,A,schoolYear,2026-02-30,2027-08-31,,2027,'),
    'startDate: “2026-02-30” is not a day',
  ],
  ['an unknown type', session('1,A,quarter,2026-09-01,2027-08-31,,2027,'), 'type: “quarter” is not one of'],
  [
    'no number of a year',
    session('1,A,schoolYear,2026-09-01,2027-08-31,,MMXXVII,'),
    'schoolYear: “MMXXVII” is not a whole number',
  ],
  ['an end before the start', session('1,A,schoolYear,2027-09-01,2026-08-31,,2027,'), 'database rule campaigns_days'],
  ['a term without a year', session('1,A,term,2026-09-01,2026-12-31,,2027,'), 'parentSourcedId: “” is unknown'],
  ['a term of an unknown year', session('1,A,term,2026-09-01,2026-12-31,2,2027,'), 'parentSourcedId: “2” is unknown'],
  ['its own term', session('1,A,term,2026-09-01,2026-12-31,1,2027,'), 'parentSourcedId: “1” creates a cycle'],
  [
    'a cycle of terms',
    session('1,A,term,2026-09-01,2026-12-31,2,2027,\n2,B,term,2026-09-01,2026-12-31,1,2027,'),
    'creates a cycle',
  ],
  [
    'no day of enrolment',
    session('1,A,schoolYear,2026-09-01,2027-08-31,,2027,soon'),
    'metadata.enrolUntil: “soon” is not a day',
  ],
  [
    'an unknown branch',
    { 'orgs.csv': 'sourcedId,name,type,metadata.branch\n1,A,school,gym' },
    'metadata.branch: “gym” is not one of',
  ],
  ['no name', person('1,,A,,,,'), 'givenName: is empty'],
  ['a name with digits', person('1,A1,B,,,,'), 'givenName: “A1” is not a name'],
  ['a long name', person(`1,${'A'.repeat(101)},B,,,,`), 'givenName: is too long'],
  ['no email address', person('1,A,B,a@,,,'), 'email: “a@” is not an email address'],
  [
    'the email of another',
    person('1,A,B,a@b.example,,,\n2,C,D,A@b.example,,,'),
    'users.csv:3 email: “a@b.example” belongs to another',
  ],
  ['no phone', person('1,A,B,,12,,'), 'sms: “12” is not a phone number such as +7 900 123-45-67'],
  [
    'the phone of another',
    person('1,A,B,,+79001234567,,\n2,C,D,,89001234567,,'),
    'users.csv:3 sms: “+79001234567” belongs to another',
  ],
  ['an unknown guardian', person('1,A,B,,,9,'), 'users.csv:2 agentSourcedIds: “9” is unknown'],
  ['their own guardian', person('1,A,B,,,1,'), 'users.csv:2 agentSourcedIds: “1” creates a cycle'],
  ['guardians of each other', person('1,A,B,,,2,\n2,C,D,,,1,'), 'agentSourcedIds: “2” creates a cycle'],
  ['an unknown language', person('1,A,B,,,,de'), 'metadata.language: “de” is not one of'],
  [
    'the role of an unknown person',
    { ...school, 'users.csv': 'sourcedId,givenName,familyName\nx,A,B' },
    'roles.csv:2 userSourcedId: “student” is unknown',
  ],
  [
    'an unknown role of the product',
    { ...school, 'roles.csv': 'sourcedId,userSourcedId,role,orgSourcedId,metadata.role\n1,parent,x,math,boss' },
    'metadata.role: “boss” is not one of',
  ],
  [
    'an unknown organisation',
    { ...school, 'courses.csv': 'sourcedId,title,orgSourcedId\n1,A,9' },
    'courses.csv:2 orgSourcedId: “9” is unknown',
  ],
  [
    'an unknown course',
    { ...school, 'classes.csv': 'sourcedId,title,courseSourcedId,termSourcedIds\n1,A,9,y' },
    'classes.csv:2 courseSourcedId: “9” is unknown',
  ],
  [
    'an amount in words',
    { ...school, 'classes.csv': 'sourcedId,title,courseSourcedId,termSourcedIds,metadata.price\n1,A,c,y,free' },
    'metadata.price: “free” is not an amount',
  ],
  [
    'places that are no number',
    { ...school, 'classes.csv': 'sourcedId,title,courseSourcedId,termSourcedIds,metadata.placesTotal\n1,A,c,y,many' },
    'metadata.placesTotal: “many” is not a whole number',
  ],
  [
    'an unknown scheme',
    {
      ...school,
      'classes.csv':
        'sourcedId,title,courseSourcedId,termSourcedIds,metadata.paymentSchemes\n1,A,c,y,"OnePayment,Gold"',
    },
    'metadata.paymentSchemes',
  ],
  [
    'an unknown class',
    { ...school, 'enrollments.csv': 'sourcedId,classSourcedId,userSourcedId,role\n1,9,student,student' },
    'enrollments.csv:2 classSourcedId: “9” is unknown',
  ],
  [
    'an unknown enrolment',
    { ...school, 'enrollments.csv': 'sourcedId,classSourcedId,userSourcedId,role\n1,k,student,guest' },
    'role: “guest” is not one of',
  ],
  [
    'two enrolments at a time',
    {
      ...school,
      'enrollments.csv': 'sourcedId,classSourcedId,userSourcedId,role\n1,k,student,student\n2,k,student,student',
    },
    'group_memberships_present',
  ],
  [
    'no flag',
    { ...school, 'enrollments.csv': 'sourcedId,classSourcedId,userSourcedId,role,primary\n1,k,student,student,maybe' },
    'primary: “maybe” is neither true nor false',
  ],
  [
    'no time of day',
    { ...school, 'slots.csv': 'sourcedId,classSourcedId,weekday,startsAt,endsAt\n1,k,1,25:00,26:00' },
    'startsAt: “25:00” is not a time',
  ],
  [
    'an eighth weekday',
    { ...school, 'slots.csv': 'sourcedId,classSourcedId,weekday,startsAt,endsAt\n1,k,8,15:00,16:00' },
    'slots_weekday',
  ],
  [
    'a mark without a value',
    { ...school, 'results.csv': 'sourcedId,lineItemSourcedId,studentSourcedId,scoreDate\n1,l,student,2026-10-01' },
    'results.csv:2 score: is empty',
  ],
  [
    'a mark that is no number',
    {
      ...school,
      'results.csv': 'sourcedId,lineItemSourcedId,studentSourcedId,scoreDate,score\n1,l,student,2026-10-01,five',
    },
    'score: “five” is not a number',
  ],
  [
    'no time of the day',
    event('1,A,B,C,webinar,2026-11-20 25:00,2026-11-20T11:00:00Z'),
    'startsAt: “2026-11-20 25:00” is not a date and time',
  ],
  [
    'an event that ends before it starts',
    event('1,A,B,C,webinar,2026-11-20T12:00:00Z,2026-11-20T11:00:00Z'),
    'events_times',
  ],
  [
    'another version',
    { 'manifest.csv': 'propertyName,value\noneroster.version,1.1', ...place(`${head}1,,,A,B`) },
    'manifest.csv:2 value: version “1.1” is not supported',
  ],
  [
    'an unknown mode',
    { 'manifest.csv': 'propertyName,value\nfile.orgs,all', ...place(`${head}1,,,A,B`) },
    'manifest.csv:2 value: “all” is not one of',
  ],
  [
    'a listed file that is missing',
    { 'manifest.csv': manifest('bulk', 'orgs'), ...place(`${head}1,,,A,B`) },
    'file.orgs: is listed in manifest.csv but missing',
  ],
  ['a manifest without values', { 'manifest.csv': 'propertyName\nx', ...place(`${head}1,,,A,B`) }, ''],
  ['an unknown reference of an own file', contract('1,9,A'), 'vacations.csv:1: missing columns'],
])('%s is a fault', async (_, files, fault) => {
  let faults: string[] = []
  const undone = opened.database.transaction(async (database) => {
    ;({ faults } = await run(files, {}, database))
    database.rollback()
  })
  await expect(undone).rejects.toThrow(TransactionRollbackError)
  isEmpty = true
  if (fault === '') expect(faults).toEqual([])
  else expect(faults.join('\n')).toContain(fault)
})
