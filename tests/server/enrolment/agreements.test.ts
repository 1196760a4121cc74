import { createHash, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { ContractText } from '#contract/enrolment/contract-text.ts'
import type { ContractHistory } from '#contract/enrolment/contracts.ts'
import { contractAgreements, contracts } from '#server/db/schema/contracts.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { studyGroups } from '#server/db/schema/programs.ts'
import { readPdf } from '#tests/support/documents/pdf.ts'
import { purchaseCalls } from '#tests/support/schools/purchase-calls.ts'
import { transferCalls } from '#tests/support/schools/transfer-calls.ts'
import { openTransferSchool } from '#tests/support/schools/transfer-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp())
const school = openForSuite(() => openTransferSchool(server))
const { at, refusalOf } = transferCalls(() => ({ server, contractUuid: '' }))
const { filled, buy, contractsOf } = purchaseCalls()
let parent: Person & { userId: string }
let childId: string
let group: string
let basket: { groceryBasketUuid: string; campaignUuid: string }
beforeEach(async () => {
  await at('2026-10-14T09:00:00Z')
  await school.begin()
  group = await school.addGroup({ title: 'ФИЗ-2', paymentSchemes: ['StepByStep'] })
  ;({ parent, childId } = await school.addFamily('Артём'))
  basket = await filled(parent, { groupUuid: group, studentUuid: childId, scheme: 'StepByStep' })
})

const askForText = (person: Person) => person.call(`GET /v1/catalog/basket/${basket.groceryBasketUuid}/contract-text`)
const textOf = async (person: Person) => (await askForText(person)).json<ContractText>()
const agree = async (person: Person, { hash: textHash }: ContractText) => buy(person, { ...basket, textHash })
const historyOf = async (person: Person, contractId: string) =>
  (await person.call(`GET /v1/profile/contract/${contractId}/history`)).json<ContractHistory>()
async function pdfOf(person: Person, contractId: string): Promise<string> {
  const link = await person.call(`GET /v1/profile/contract/${contractId}/document-link`)
  const { rawPayload } = await person.open(link.json<{ url: string }>().url)
  return (await readPdf(rawPayload)).pages.join(' ').replaceAll(/\s+/g, ' ')
}
async function agreed(): Promise<string> {
  return (await agree(parent, await textOf(parent))).json<{ contractUuid: string }>().contractUuid
}
async function customerName(): Promise<string> {
  const [found] = await server.opened.database.select().from(users).where(eq(users.id, parent.userId))
  return [found?.lastName, found?.firstName, found?.patronym].filter(Boolean).join(' ')
}

test('The text of a contract names parties, subject, price, plan, rights and refunds before it is agreed to', async () => {
  const { version, hash, parts } = await textOf(parent)
  expect(parts.flatMap((part) => (part.kind === 'heading' ? [part.text] : []))).toEqual([
    '1. Стороны',
    '2. Предмет',
    '3. Стоимость и порядок оплаты',
    '4. Права и обязанности',
    '5. Отказ от договора и возврат денег',
    '6. Реквизиты исполнителя',
  ])
  const facts = new Map(parts.flatMap((part) => (part.kind === 'facts' ? part.facts : [])))
  expect([facts.get('Заказчик'), facts.get('Обучающийся'), facts.get('Группа')]).toEqual([
    await customerName(),
    'Соколов Артём',
    'ФИЗ-2',
  ])
  const canonical = JSON.stringify({ version, parts })
  expect(createHash('sha256').update(canonical).digest('hex')).toBe(hash)
  const { parent: stranger } = await school.addFamily('Вера')
  expect(refusalOf(await askForText(stranger))).toEqual([404, 'not-found'])
})

test('An agreement keeps person, time, address, version and hash, and is printed with the contract', async () => {
  const { version, hash } = await textOf(parent)
  const contractId = await agreed()
  const person = await customerName()
  const [row] = await server.opened.database
    .select()
    .from(contractAgreements)
    .where(eq(contractAgreements.contractId, contractId))
  expect(row).toMatchObject({ personId: parent.userId, person, version, hash, address: '127.0.0.1' })
  const agreement = { at: '2026-10-14T09:00:00.000Z', person, version, hash }
  expect((await historyOf(parent, contractId)).agreement).toEqual(agreement)
  const pdf = await pdfOf(parent, contractId)
  expect(pdf.replaceAll(' ', '')).toContain(hash)
  for (const mark of [`${person}, в личном кабинете`, '14.10.2026 12:00:00 +03:00', `Редакция ${version}`])
    expect(pdf).toContain(mark)
  expect(pdf).not.toContain('Изменения, которые действуют сейчас')
  // Another guardian reads it, a stranger does not.
  const other = await server.signInAs({ roles: ['parent'] })
  await server.opened.database.insert(guardianships).values({ guardianId: other.userId, childId })
  expect((await historyOf(other, contractId)).agreement).toEqual(agreement)
  const { parent: stranger } = await school.addFamily('Вера')
  expect((await stranger.call(`GET /v1/profile/contract/${contractId}/history`)).statusCode).toBe(404)
})

test('The text that was agreed to stays when the contract changes, and the change is printed below it', async () => {
  const contractId = await agreed()
  const otherGroup = await school.addGroup({ title: 'ФИЗ-3' })
  await server.opened.database.update(contracts).set({ groupId: otherGroup }).where(eq(contracts.id, contractId))
  expect(await pdfOf(parent, contractId)).toMatch(/Группа: ФИЗ-2 .*Изменения, которые действуют сейчас.* Группа: ФИЗ-3/)
  const rows = server.opened.database.update(contractAgreements).set({ version: '1' })
  // 23001: the trigger `contract_agreements_stay`.
  await expect(rows).rejects.toMatchObject({ cause: { code: '23001' } })
  await expect(server.opened.database.delete(contractAgreements)).rejects.toMatchObject({ cause: { code: '23001' } })
})

test('Another text than the one that was read is refused and makes no contract', async () => {
  const read = await textOf(parent)
  await server.opened.database.update(studyGroups).set({ endsOn: '2027-06-30' }).where(eq(studyGroups.id, group))
  expect(refusalOf(await agree(parent, read))).toEqual([409, 'contract-text-changed'])
  // The days of the payments move with the day of the purchase.
  const current = await textOf(parent)
  await at('2026-10-15T09:00:00Z')
  expect(refusalOf(await agree(parent, current))).toEqual([409, 'contract-text-changed'])
  expect(await contractsOf(parent)).toEqual([])
  expect((await agree(parent, await textOf(parent))).statusCode).toBe(200)
})

test('A second press and a second tab get the same contract and leave the first agreement', async () => {
  const text = await textOf(parent)
  const key = { 'idempotency-key': randomUUID() }
  const body = { ...basket, textHash: text.hash }
  const answers = await Promise.all([buy(parent, body, key), buy(parent, body, key), buy(parent, body)])
  await at('2026-10-14T09:05:00Z')
  answers.push(await agree(parent, text))
  const [first] = answers.map((answer) => answer.json<{ contractUuid: string }>().contractUuid)
  expect(answers.map((answer) => [answer.statusCode, answer.json().contractUuid])).toEqual(
    answers.map(() => [200, first]),
  )
  expect((await historyOf(parent, first ?? '')).agreement?.at).toBe('2026-10-14T09:00:00.000Z')
})

test('No agreement is made by an administrator who is logged in as the customer, and none without a text', async () => {
  const { userId: seenBy } = await server.signInAs({ roles: ['administrator'] })
  const seen = await server.signInAs({ roles: ['parent'], userId: parent.userId, seenBy })
  expect(refusalOf(await agree(seen, await textOf(seen)))).toEqual([403, 'impersonation-forbids'])
  const { contractUuid } = (await buy(parent, basket)).json<{ contractUuid: string }>()
  expect((await historyOf(parent, contractUuid)).agreement).toBeNull()
})

test('A printed contract is verified by number and code, without names; everything else gets one answer', async () => {
  const { version, hash } = await textOf(parent)
  const contractId = await agreed()
  const pdf = await pdfOf(parent, contractId)
  const code = /Код проверки ([\dA-Z-]{14})/.exec(pdf)?.[1] ?? ''
  const [contract] = await contractsOf(parent)
  const number = contract?.number ?? ''
  const verify = async (asked: Record<string, string>) =>
    (await server.visitor.call('GET /v1/contract-verification', { query: String(new URLSearchParams(asked)) })).json()
  const customer = `${(await customerName())
    .split(' ')
    .map((word) => `${word[0]}.`)
    .join(' ')}`
  const proof = { number, customer, at: '2026-10-14T09:00:00.000Z', version, hash, concludedOn: null, signatures: [] }
  expect(await verify({ number, code })).toEqual({ proof })
  expect(await verify({ number: ` ${number.toLowerCase()} `, code: code.replaceAll('-', '').toLowerCase() })).toEqual({
    proof,
  })
  for (const other of [
    { number, code: `${code.slice(0, -1)}${code.endsWith('2') ? '3' : '2'}` },
    { number: '26-ФИЗ-00000000', code },
    { number: '26-ФИЗ-00000000', code: '0' },
  ]) {
    expect(await verify(other)).toEqual({ proof: null })
  }
})
