import { randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Contract, ContractHistory } from '#contract/enrolment/contracts.ts'
import type { ContractSigning } from '#contract/enrolment/signing.ts'
import type { OperationKind } from '#contract/enumerations.ts'
import type { PendingWork } from '#contract/people/school-work.ts'
import { importReceipts } from '#server/billing/ledger/import-receipts.ts'
import type { ReceiptRow } from '#server/billing/ledger/receipt-row.ts'
import { contractAgreements, contracts, payments } from '#server/db/schema/contracts.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { guardianships, userRoles, users } from '#server/db/schema/people.ts'
import { studyGroups } from '#server/db/schema/programs.ts'
import { contractSignatures, signingAgreements } from '#server/db/schema/signatures.ts'
import { readPdf } from '#tests/support/documents/pdf.ts'
import { recordEvents } from '#tests/support/integration/recorded-events.ts'
import { purchaseCalls, wrongPlaces } from '#tests/support/schools/purchase-calls.ts'
import { transferCalls } from '#tests/support/schools/transfer-calls.ts'
import { openTransferSchool } from '#tests/support/schools/transfer-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { codeSentTo, otherThan } from '#tests/support/server/codes.ts'
import { runJobs } from '#tests/support/server/jobs.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp())
const school = openForSuite(() => openTransferSchool(server))
const { at, refusalOf } = transferCalls(() => ({ server, contractUuid: '' }))
const { filled, buy, contractsOf } = purchaseCalls()
const agreement = { version: '1', paragraphs: ['Код из сообщения – моя подпись.'] }
const representative = { name: 'Орлова Мария Викторовна', position: 'директор', basis: 'устава' }
let parent: Person & { userId: string }
let childId: string
let group: string
let phone: string
let people = 0
beforeEach(async () => {
  server.env.SCHOOL.signing = { agreement, branches: { school: {} } }
  await at('2026-10-14T09:00:00Z')
  await school.begin()
  group = await school.addGroup({ title: 'ФИЗ-2', paymentSchemes: ['StepByStep', 'BankInstallmentPlan'] })
  ;({ parent, childId } = await school.addFamily('Артём'))
  people += 1
  phone = `+7999${String(people).padStart(7, '0')}`
  // Contracts of other tests expire as well.
  await server.opened.database.update(contracts).set({ status: 'Termination', enrolmentId: null })
  await server.opened.database.delete(deliveries)
  await server.opened.database.update(users).set({ phone }).where(eq(users.id, parent.userId))
})

type Signing = ContractSigning
const page = (id: string) => `/v1/profile/contract/${id}/signing`
const readOf = (person: Person, id: string) => person.call(`GET ${page(id)}`)
const accept = (person: Person, id: string, hash: string) => person.call(`POST ${page(id)}/agree`, { body: { hash } })
const send = (person: Person, id: string, textHash: string) =>
  person.call(`POST ${page(id)}/send`, { body: { textHash } })
const sign = (person: Person, id: string, body: { textHash: string; code: string }) =>
  person.call(`POST ${page(id)}/sign`, { body })
const lastCode = () => codeSentTo(server.opened.database, phone)
const listed = async (person: Person, id: string) =>
  (await contractsOf(person)).find(({ uuid }) => uuid === id) as Contract
const historyOf = async (person: Person, id: string) =>
  (await person.call(`GET /v1/profile/contract/${id}/history`)).json<ContractHistory>()
const statusesOf = async (id: string) =>
  (await listed(parent, id)).payments.map(({ kind, status }) => `${kind} ${status}`)
const messageKinds = async () => {
  const sent = await server.opened.database.select().from(deliveries).orderBy(asc(deliveries.queuedAt))
  return sent.map(({ kind }) => kind)
}

async function bought(scheme: 'StepByStep' | 'BankInstallmentPlan' = 'StepByStep'): Promise<string> {
  const basket = await filled(parent, { groupUuid: group, studentUuid: childId, scheme })
  const text = await parent.call(`GET /v1/catalog/basket/${basket.groceryBasketUuid}/contract-text`)
  const { hash: textHash } = text.json<{ hash: string }>()
  return (await buy(parent, { ...basket, textHash })).json<{ contractUuid: string }>().contractUuid
}

/** Of the same parent, for another purchase. */
async function anotherChild(): Promise<void> {
  childId = randomUUID()
  await server.opened.database.insert(users).values({ id: childId, firstName: 'Вера', lastName: 'Соколова', grade: 8 })
  await server.opened.database.insert(userRoles).values({ userId: childId, role: 'student' })
  await server.opened.database.insert(guardianships).values({ guardianId: parent.userId, childId })
}

/** Reads, agrees to the use of the signature, and has the code sent. */
async function prepared(id: string): Promise<{ textHash: string; code: string }> {
  const read = (await readOf(parent, id)).json<Signing>()
  if (!read.agreement.isAccepted) expect((await accept(parent, id, read.agreement.hash)).statusCode).toBe(204)
  const textHash = read.text.hash
  const sent = await send(parent, id, textHash)
  expect(sent.json()).toEqual({ noResendExpiresIn: 60, channel: 'phone', target: expect.stringContaining('•••') })
  return { textHash, code: await lastCode() }
}

async function signed(id: string): Promise<void> {
  expect((await sign(parent, id, await prepared(id))).statusCode).toBe(200)
}

async function administrator({ email = null as string | null, isFresh = true } = {}) {
  const twoFactorLastCheck = isFresh ? { twoFactorLastCheck: server.clock.now } : {}
  const person = await server.signInAs({ roles: ['administrator'], ...twoFactorLastCheck })
  const names = { firstName: 'Ольга', lastName: 'Крылова', email: email && `${randomUUID()}@school.example` }
  await server.opened.database.update(users).set(names).where(eq(users.id, person.userId))
  return person
}
const countersign = (person: Person, id: string) =>
  person.call(`POST /v1/admin/contract/${id}/sign`, { headers: { 'idempotency-key': randomUUID() } })
const waitingFor = async (person: Person, id: string) =>
  (await person.call('GET /v1/admin/pending-work'))
    .json<PendingWork>()
    .signatures.find(({ contractUuid }) => contractUuid === id)

const jobs = () => ({ database: server.opened.database, clock: () => server.clock.now })
const settle = () => runJobs(['expire-unpaid-contracts'], jobs())
const remind = () => runJobs(['send-payment-reminders'], jobs())

/** A transfer from a bank, or one back to it. */
async function receive(id: string, { amount, kind = 'ReceivingDS' }: { amount: number; kind?: OperationKind }) {
  const { opened, clock } = server
  const { database } = opened
  const [contract] = await database.select().from(contracts).where(eq(contracts.id, id))
  const row: ReceiptRow = {
    line: 1,
    operationId: randomUUID(),
    contract: contract?.number ?? '',
    kind,
    amount,
    at: clock.now,
    position: null,
    payer: null,
    otherContract: null,
  }
  const options = { now: clock.now, timeZone: 'Europe/Moscow', isQuiet: true }
  const { faults } = await database.transaction((transaction) => importReceipts(transaction, [row], options))
  expect(faults).toEqual([])
}

const changesOf = async (id: string, events: Awaited<ReturnType<typeof recordEvents>>) =>
  (await events(id)).filter(([event]) => event === 'contract.changed').map(([, { status }]) => status)

async function pdfOf(id: string): Promise<string> {
  const link = await parent.call(`GET /v1/profile/contract/${id}/document-link`)
  const { rawPayload } = await parent.open(link.json<{ url: string }>().url)
  return (await readPdf(rawPayload)).pages.join(' ').replaceAll(/\s+/g, ' ')
}

describe('A contract of a branch that signs', () => {
  test('waits for the signature of its customer, and nothing of it is to be paid before', async () => {
    const id = await bought('BankInstallmentPlan')
    const { signing, payments: lines } = await listed(parent, id)
    expect(signing).toEqual({
      customer: expect.stringContaining('Петров'),
      isOwn: true,
      until: '2026-10-19',
      customerAt: null,
      schoolAt: null,
    })
    expect(await statusesOf(id)).toEqual(['first DeferredPayment', 'bank DeferredPayment'])
    const bill = await parent.call(`GET /v1/profile/contract/${id}/payment/${lines[0]?.uuid}/bill-link`)
    expect(refusalOf(bill)).toEqual([409, 'nothing-to-pay'])
    const { agreement: none, waitsFor, signatures } = await historyOf(parent, id)
    expect([none, waitsFor, signatures]).toEqual([null, 'signature', []])
    expect(await messageKinds()).toEqual(['contract-to-sign'])
    expect(await pdfOf(id)).toContain('Состояние: ждёт подписи заказчика')
  })

  test('is signed with the code by its customer, and the customer’s payments become due at once', async () => {
    const id = await bought('BankInstallmentPlan')
    const { text, agreement: shown } = (await readOf(parent, id)).json<Signing>()
    expect(text.parts.at(-3)).toEqual({ kind: 'heading', text: '7. Подписание' })
    expect(shown).toEqual({ ...agreement, hash: expect.any(String), isAccepted: false })
    // Without the agreement on the signature no code is sent.
    expect(refusalOf(await send(parent, id, text.hash))).toEqual([409, 'contract-text-changed'])
    const { textHash, code } = await prepared(id)
    const wrong = await sign(parent, id, { textHash, code: otherThan(code) })
    expect([...refusalOf(wrong), wrong.json().triesLeft]).toEqual([422, 'code-wrong', 4])
    expect((await listed(parent, id)).signing?.customerAt).toBeNull()
    const answer = await sign(parent, id, { textHash, code })
    const signedAt = '2026-10-14T09:00:00.000Z'
    expect(answer.json()).toEqual({ signedAt })
    expect(await statusesOf(id)).toEqual(['first Open', 'bank DeferredPayment'])
    expect((await listed(parent, id)).signing).toMatchObject({ customerAt: signedAt, schoolAt: null })
    const history = await historyOf(parent, id)
    expect([history.waitsFor, history.agreement?.hash]).toEqual(['first-payment', textHash])
    const person = expect.stringContaining('Петров')
    const mark = { side: 'customer', person, capacity: null, method: 'sms-code', at: signedAt }
    expect(history.signatures).toEqual([mark])
    const [row] = await server.opened.database
      .select()
      .from(contractSignatures)
      .where(eq(contractSignatures.contractId, id))
    expect(row).toMatchObject({ personId: parent.userId, address: '127.0.0.1', agreementHash: shown.hash })
    const isOwn = and(eq(auditEntries.action, 'contract.signed'), eq(auditEntries.subjectId, parent.userId))
    const entries = await server.opened.database.select().from(auditEntries).where(isOwn)
    expect(entries.map(({ problem }) => problem).sort()).toEqual(['code-wrong', null])
    const pdf = await pdfOf(id)
    expect(pdf).toMatch(
      /Подписи сторон .*Заказчик:? .*14\.10\.2026 12:00:00 \+03:00; простая электронная подпись: код из СМС/,
    )
    expect(pdf).toContain('ещё не подписал')
  })

  test('is signed for the school at once by the representative whom the file names', async () => {
    server.env.SCHOOL.signing = { agreement, branches: { school: { representative } } }
    const id = await bought()
    await signed(id)
    const { signatures } = await historyOf(parent, id)
    expect(signatures.at(-1)).toEqual({
      side: 'school',
      person: representative.name,
      method: 'automatic',
      at: '2026-10-14T09:00:00.000Z',
      capacity: 'директор, действует на основании устава',
    })
    expect(await messageKinds()).toEqual(['contract-to-sign', 'signature-code', 'contract-signed'])
    const pdf = await pdfOf(id)
    expect(pdf).toContain('Орлова Мария Викторовна, директор, действует на основании устава')
    const code = /Код проверки:? ?([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})/.exec(pdf)?.[1]
    const { number } = await listed(parent, id)
    const query = new URLSearchParams({ number, code: code ?? '' }).toString()
    const { proof } = (await server.visitor.call('GET /v1/contract-verification', { query })).json()
    expect(proof.signatures).toEqual([
      expect.objectContaining({ side: 'customer', person: expect.stringMatching(/^П\./), method: 'sms-code' }),
      expect.objectContaining({ side: 'school', person: 'О. М. В.', method: 'automatic' }),
    ])
  })

  test('waits in the panel for an administrator, who signs with a second factor, and the customer gets a message', async () => {
    const id = await bought()
    const staff = await administrator({ email: 'yes' })
    expect(await waitingFor(staff, id)).toBeUndefined()
    expect(refusalOf(await countersign(staff, id))).toEqual([409, 'state-conflict'])
    await signed(id)
    await at('2026-10-16T09:00:00Z')
    const { number } = await listed(parent, id)
    expect(await waitingFor(staff, id)).toEqual({
      contractUuid: id,
      number,
      customerAt: '2026-10-14T09:00:00.000Z',
      customer: { id: parent.userId, name: expect.stringContaining('Петров') },
    })
    const read = (await staff.call(`GET /v1/admin/contract/${id}/signing`)).json()
    expect([read.number, read.customerSignature.side]).toEqual([number, 'customer'])
    expect(refusalOf(await countersign(staff, id))).toEqual([428, 'two-factor-required'])
    const fresh = await administrator({ email: 'yes' })
    expect((await countersign(fresh, id)).json()).toEqual({ signedAt: '2026-10-16T09:00:00.000Z' })
    expect(refusalOf(await countersign(fresh, id))).toEqual([409, 'state-conflict'])
    expect(await waitingFor(fresh, id)).toBeUndefined()
    expect((await historyOf(parent, id)).signatures.at(-1)).toMatchObject({
      side: 'school',
      person: 'Крылова Ольга',
      capacity: 'по поручению школы',
      method: 'second-factor',
    })
    expect((await messageKinds()).at(-1)).toBe('contract-signed')
    expect((await listed(parent, id)).signing?.schoolAt).toBe('2026-10-16T09:00:00.000Z')
  })

  test('of a free course is concluded by the signature of its customer, who gets a message', async () => {
    group = await school.addGroup({ title: 'ФИЗ-0', paymentSchemes: ['StepByStep'], price: 0 })
    const id = await bought()
    expect((await listed(parent, id)).status).toBe('Open')
    const events = await recordEvents(server.opened.database)
    await signed(id)
    expect((await listed(parent, id)).status).toBe('Concluded')
    expect(await messageKinds()).toEqual(['contract-to-sign', 'signature-code', 'contract-concluded'])
    expect(await changesOf(id, events)).toEqual(['Concluded'])
  })

  test('publishes each signature once', async () => {
    server.env.SCHOOL.signing = { agreement, branches: { school: { representative } } }
    const id = await bought()
    const events = await recordEvents(server.opened.database)
    await signed(id)
    expect(await changesOf(id, events)).toEqual(['Open'])
  })

  test('that is signed on its last day has the usual days to pay, which its text, list and PDF name before', async () => {
    const id = await bought()
    const planned = (await listed(parent, id)).payments
    await at('2026-10-26T20:00:00Z')
    const { text } = (await readOf(parent, id)).json<Signing>()
    expect(JSON.stringify(text)).toContain('31.10.2026')
    expect((await listed(parent, id)).payments[0]).toMatchObject({ status: 'DeferredPayment', dueOn: '2026-10-31' })
    expect(await pdfOf(id)).toContain('31.10.2026')
    await signed(id)
    const { payments: lines, status } = await listed(parent, id)
    expect(lines[0]).toMatchObject({ status: 'Open', dueOn: '2026-10-31' })
    expect(lines.slice(1).map(({ dueOn }) => dueOn)).toEqual(planned.slice(1).map(({ dueOn }) => dueOn))
    await at('2026-10-27T09:00:00Z')
    await settle()
    expect([status, (await listed(parent, id)).status]).toEqual(['Open', 'Open'])
    await at('2026-11-08T09:00:00Z')
    await settle()
    expect((await listed(parent, id)).status).toBe('NotPaid')
  })

  test('is not signed after its last day, although it has not ended yet', async () => {
    const id = await bought()
    await at('2026-10-26T22:00:00Z')
    expect((await listed(parent, id)).status).toBe('Open')
    expect(refusalOf(await readOf(parent, id))).toEqual([409, 'state-conflict'])
  })

  test('reminds its customer once, three days before the last day', async () => {
    const id = await bought()
    await at('2026-10-22T09:00:00Z')
    await remind()
    expect(await messageKinds()).toEqual(['contract-to-sign'])
    await at('2026-10-23T09:00:00Z')
    await remind()
    await remind()
    await at('2026-10-24T09:00:00Z')
    await remind()
    expect(await messageKinds()).toEqual(['contract-to-sign', 'contract-to-sign'])
    const [, again] = await server.opened.database.select().from(deliveries).orderBy(asc(deliveries.queuedAt))
    expect(again?.values).toMatchObject({ until: '26 октября 2026 года' })
    await at('2026-10-24T10:00:00Z')
    await signed(id)
  })

  test('that was paid before the signature opens its other payments, and stays to be signed', async () => {
    const id = await bought('BankInstallmentPlan')
    const [first] = (await listed(parent, id)).payments
    await at('2026-10-24T09:00:00Z')
    await receive(id, { amount: (first?.amount ?? 0) - 100 })
    expect(await statusesOf(id)).toEqual(['first Open', 'bank DeferredPayment'])
    expect((await listed(parent, id)).payments[0]).toMatchObject({ left: 100, toPay: 100, dueOn: '2026-10-29' })
    await receive(id, { amount: 100 })
    expect((await listed(parent, id)).status).toBe('Concluded')
    await at('2026-11-20T09:00:00Z')
    await signed(id)
    expect(await statusesOf(id)).toEqual(['first Closed', 'bank DeferredPayment'])
  })

  test('in force by its first payment has its other payments opened', async () => {
    const id = await bought()
    const [first] = (await listed(parent, id)).payments
    await receive(id, { amount: first?.amount ?? 0 })
    const statuses = await statusesOf(id)
    expect([statuses[0], new Set(statuses.slice(1))]).toEqual(['stage Closed', new Set(['stage Open'])])
  })

  test('has nothing to pay again after its money went back', async () => {
    const id = await bought()
    await receive(id, { amount: 100 })
    expect(new Set(await statusesOf(id))).toEqual(new Set(['stage Open']))
    await receive(id, { amount: 100, kind: 'ReturnDS' })
    expect(new Set(await statusesOf(id))).toEqual(new Set(['stage DeferredPayment']))
  })

  test('is not signed for the school by its own customer', async () => {
    const id = await bought()
    await signed(id)
    const staff = await administrator()
    await server.opened.database.update(contracts).set({ customerId: staff.userId }).where(eq(contracts.id, id))
    expect(await waitingFor(staff, id)).toBeUndefined()
    expect(refusalOf(await countersign(staff, id))).toEqual([409, 'state-conflict'])
    expect(await waitingFor(await administrator(), id)).toMatchObject({ contractUuid: id })
  })

  test('that is not signed in time gives its place up, and the customer reads why', async () => {
    const id = await bought()
    await at('2026-10-26T09:00:00Z')
    await settle()
    expect((await listed(parent, id)).status).toBe('Open')
    await at('2026-10-27T09:00:00Z')
    await settle()
    expect((await listed(parent, id)).status).toBe('NotPaid')
    expect((await messageKinds()).at(-1)).toBe('contract-not-signed')
    expect(await wrongPlaces(server, [group])).toEqual([])
    expect(refusalOf(await readOf(parent, id))).toEqual([409, 'state-conflict'])
  })
})

describe('A signature', () => {
  test('is of the text that was read: another one is refused before a code is tried, and read again', async () => {
    const id = await bought()
    const { textHash, code } = await prepared(id)
    await server.opened.database.update(studyGroups).set({ endsOn: '2027-06-30' }).where(eq(studyGroups.id, group))
    expect(refusalOf(await sign(parent, id, { textHash, code }))).toEqual([409, 'contract-text-changed'])
    expect(refusalOf(await send(parent, id, textHash))).toEqual([409, 'contract-text-changed'])
    await at('2026-10-14T09:02:00Z')
    await signed(id)
    const [agreed] = await server.opened.database
      .select()
      .from(contractAgreements)
      .where(eq(contractAgreements.contractId, id))
    expect(agreed?.text).toContain('30.06.2027')
  })

  test('takes no code of another contract, and none that has expired', async () => {
    const first = await bought()
    const { code } = await prepared(first)
    await anotherChild()
    const second = await bought()
    const { text } = (await readOf(parent, second)).json<Signing>()
    expect(refusalOf(await sign(parent, second, { textHash: text.hash, code }))).toEqual([409, 'code-expired'])
    await at('2026-10-14T09:05:01Z')
    const own = (await readOf(parent, first)).json<Signing>().text.hash
    expect(refusalOf(await sign(parent, first, { textHash: own, code }))).toEqual([409, 'code-expired'])
  })

  test('of another contract has its own code at once, and the same contract waits for the next', async () => {
    const one = await bought()
    const { textHash } = await prepared(one)
    expect((await send(parent, one, textHash)).json()).toMatchObject({ type: 'code-too-soon' })
    await at('2026-10-14T09:00:30Z')
    await anotherChild()
    const other = await bought()
    expect((await sign(parent, other, await prepared(other))).statusCode).toBe(200)
  })

  test('is made once by two presses and two tabs, and answers the same', async () => {
    const id = await bought()
    const right = await prepared(id)
    const answers = await Promise.all([sign(parent, id, right), sign(parent, id, right)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const later = await sign(parent, id, { ...right, code: otherThan(right.code) })
    expect(later.json()).toEqual(answers[0]?.json())
    const isIts = eq(contractSignatures.contractId, id)
    expect(await server.opened.database.$count(contractSignatures, isIts)).toBe(1)
  })

  test('is the customer’s alone: another guardian sees its state, and neither reads to sign nor signs', async () => {
    const id = await bought()
    const other = await server.signInAs({ roles: ['parent'] })
    await server.opened.database.insert(guardianships).values({ guardianId: other.userId, childId })
    expect((await listed(other, id)).signing).toMatchObject({ isOwn: false, customerAt: null })
    const right = await prepared(id)
    expect(refusalOf(await readOf(other, id))).toEqual([404, 'not-found'])
    const both = await Promise.all([sign(other, id, right), sign(parent, id, right)])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([404, 200])
    const visiting = await server.signInAs({
      roles: ['parent'],
      userId: parent.userId,
      seenBy: (await administrator()).userId,
    })
    expect((await sign(visiting, id, right)).statusCode).toBe(403)
  })

  test('asks for the agreement on its use again when the text of the school has changed', async () => {
    const first = await bought()
    await signed(first)
    await at('2026-10-14T09:02:00Z')
    await anotherChild()
    const second = await bought()
    expect((await readOf(parent, second)).json<Signing>().agreement.isAccepted).toBe(true)
    const right = await prepared(second)
    server.env.SCHOOL.signing = { agreement: { ...agreement, version: '2' }, branches: { school: {} } }
    expect(refusalOf(await sign(parent, second, right))).toEqual([409, 'contract-text-changed'])
    const { agreement: shown } = (await readOf(parent, second)).json<Signing>()
    expect([shown.version, shown.isAccepted]).toEqual(['2', false])
    expect(refusalOf(await accept(parent, second, right.textHash))).toEqual([409, 'contract-text-changed'])
    expect((await accept(parent, second, shown.hash)).statusCode).toBe(204)
    expect((await accept(parent, second, shown.hash)).statusCode).toBe(204)
    expect((await sign(parent, second, right)).statusCode).toBe(200)
    const isOwn = eq(signingAgreements.personId, parent.userId)
    expect(await server.opened.database.$count(signingAgreements, isOwn)).toBe(2)
  })

  test('is never changed, and the agreement on its use neither', async () => {
    const id = await bought()
    await signed(id)
    const { database } = server.opened
    // 23001: the triggers `contract_signatures_stay` and `signing_agreements_stay`.
    await expect(database.update(contractSignatures).set({ person: 'Никто' })).rejects.toMatchObject({
      cause: { code: '23001' },
    })
    await expect(database.delete(signingAgreements)).rejects.toMatchObject({ cause: { code: '23001' } })
  })

  test('is not asked of contracts that were made before, and stays possible when the branch stops signing', async () => {
    const waiting = await bought()
    server.env.SCHOOL.signing = { agreement, branches: {} }
    await anotherChild()
    const pressed = await bought()
    expect((await listed(parent, pressed)).signing).toBeUndefined()
    expect((await statusesOf(pressed)).every((line) => line.endsWith('Open'))).toBe(true)
    server.env.SCHOOL.signing = { agreement, branches: { school: {} } }
    expect((await listed(parent, pressed)).signing).toBeUndefined()
    expect(refusalOf(await readOf(parent, pressed))).toEqual([409, 'state-conflict'])
    await signed(waiting)
    const [first] = await server.opened.database
      .select({ status: payments.status })
      .from(payments)
      .where(and(eq(payments.contractId, waiting), eq(payments.position, 1)))
    expect(first?.status).toBe('Open')
  })

  test('of the school is made once by two administrators, and not after the contract has ended', async () => {
    const id = await bought()
    await signed(id)
    const both = await Promise.all([administrator(), administrator()])
    const answers = await Promise.all(both.map((person) => countersign(person, id)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    await at('2026-10-14T09:02:00Z')
    await anotherChild()
    const ended = await bought()
    await signed(ended)
    await server.opened.database.update(contracts).set({ status: 'Termination' }).where(eq(contracts.id, ended))
    const [staff] = both
    expect(await waitingFor(staff, ended)).toBeUndefined()
    expect(refusalOf(await countersign(staff, ended))).toEqual([409, 'state-conflict'])
  })
})
