import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ContractStatus, Locale } from '#contract/enumerations.ts'
import { importReceipts } from '#server/billing/ledger/import-receipts.ts'
import { contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { deliveries, notifications } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { startJobs } from '#server/jobs/job-queue.ts'
import { sendMessage } from '#server/jobs/send-message.ts'
import { createSmtpChannel } from '#server/notifications/email.ts'
import { createLog } from '#server/terminal/log.ts'
import { readPdf } from '#tests/support/documents/pdf.ts'
import { ids, openSmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { jobContext } from '#tests/support/server/jobs.ts'
import { type MailServer, startMailServer } from '#tests/support/server/mail-server.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

vi.setConfig({ testTimeout: 60_000 })

const now = new Date('2026-11-20T09:00:00Z')
const server = openForSuite(() => openTestApp({ now }))
const school = openForSuite(() => openSmallSchool(server))
const database = () => server.opened.database

let mail: MailServer
let lines: string[]
beforeAll(async () => {
  mail = await startMailServer()
})
afterAll(() => mail.close())
beforeEach(async () => {
  lines = []
  mail.emails.length = 0
  await database().delete(notifications)
  await database().delete(deliveries)
  await database().execute(sql`delete from pgboss.job where name = 'send-message'`)
})

function context() {
  const from = { name: { ru: 'Школа', en: 'School' }, address: 'no-reply@lk.school.example' }
  const email = createSmtpChannel({ url: mail.url, from, host: 'lk.school.example' })
  return jobContext({
    database: database(),
    clock: () => server.clock.now,
    channels: { email, phone: async () => {}, push: async () => {} },
    log: createLog({ LOG_LEVEL: 'info' }, { write: (line) => void lines.push(line) }),
  })
}

type Wishes = { amounts?: readonly number[]; status?: ContractStatus; language?: Locale }
let numbers = 0

async function addContract({ amounts = [880_000, 120_000], status = 'Concluded', language = 'ru' }: Wishes = {}) {
  const { parent } = await school.addFamily('Артём')
  numbers += 1
  const [id, number] = [randomUUID(), `26-ФИЗ-${numbers}`]
  const names = { lastName: 'Соколова', firstName: 'Анна', patronym: 'Викторовна' }
  const email = `parent-${numbers}@mail.example`
  await database()
    .update(users)
    .set({ ...names, email, language })
    .where(eq(users.id, parent.userId))
  const studentId = await school.addChild('Артём', [parent])
  await database().transaction(async (transaction) => {
    await transaction.insert(contracts).values({
      id,
      number,
      status,
      studentId,
      customerId: parent.userId,
      campaignId: ids.campaign,
      programId: ids.program,
      format: 'offline',
      paymentScheme: 'StepByStep',
      createdAt: now,
      total: amounts.reduce((sum, amount) => sum + amount, 0),
    })
    await transaction.insert(payments).values(
      amounts.map((amount, index) => ({
        contractId: id,
        position: index + 1,
        title: `${index + 1}-й платёж`,
        amount,
        dueOn: `2026-12-0${index + 1}`,
        status: status === 'NotPaid' ? ('Canceled' as const) : ('Open' as const),
      })),
    )
  })
  return { id, number, email }
}

/** Books a receipt as the import of a bank's file does, which queues the message to the customer. */
async function book(contract: string, amount: number) {
  const row = { line: 2, contract, kind: 'ReceivingDS' as const, amount, at: new Date('2026-11-19T09:00:00Z') }
  const rest = { operationId: randomUUID(), position: null, payer: null, otherContract: null }
  const options = { now, timeZone: 'Europe/Moscow' }
  const report = await database().transaction((transaction) =>
    importReceipts(transaction, [{ ...row, ...rest }], options),
  )
  expect(report).toMatchObject({ faults: [], booked: 1, notified: 1 })
}

/** Sends what is queued, without the queue. */
async function send() {
  for (const { id } of await database().select({ id: deliveries.id }).from(deliveries)) await sendMessage(context(), id)
}

const operationsOf = (contractId: string) =>
  database()
    .select({ id: operations.id, paymentId: operations.paymentId, amount: operations.amount })
    .from(operations)
    .innerJoin(payments, eq(payments.id, operations.paymentId))
    .where(eq(payments.contractId, contractId))
    .orderBy(payments.position)

type Part = { type: string; fileName: string; content: Buffer }

/** The parts of an email without parts of their own (RFC 2045), with their file names (RFC 2231). */
function partsOf(source: string): Part[] {
  const end = source.indexOf('\r\n\r\n')
  const head = source.slice(0, end).replaceAll(/\r\n\s+/g, ' ')
  const body = source.slice(end + 4)
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1]
  if (boundary)
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => partsOf(part.replace('\r\n', '')))
  const type = /Content-Type: ([\w/]+)/i.exec(head)?.[1] ?? ''
  const named = [...head.matchAll(/filename\*(?:\d+\*)?=(?:utf-8'')?([^;\s]+)/g)].map(([, part]) => part).join('')
  const isBase64 = /Content-Transfer-Encoding: base64/i.test(head)
  const content = isBase64 ? Buffer.from(body, 'base64') : Buffer.from(unquoted(body), 'latin1')
  return [{ type, fileName: decodeURIComponent(named), content }]
}

/** Quoted-printable. */
const unquoted = (text: string) =>
  text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The text of the only email, and the PDF files that it carries. */
function onlyEmail() {
  expect(mail.emails).toHaveLength(1)
  const parts = partsOf(mail.emails[0]?.source ?? '')
  const textOf = (type: string) => parts.find((part) => part.type === type)?.content.toString('utf8') ?? ''
  return {
    to: mail.emails[0]?.to,
    text: textOf('text/plain').replaceAll('\u00a0', ' '),
    html: textOf('text/html'),
    files: parts.filter(({ type }) => type === 'application/pdf'),
  }
}

describe('The email about a booked payment', () => {
  test('carries a confirmation of each operation, and leads to the first one', async () => {
    const { id, number, email } = await addContract()
    const jobs = await startJobs(server.opened.pool, context(), { jobs: [], supervise: 1 })
    try {
      await book(number, 900_000)
      await expect.poll(() => mail.emails.length, { timeout: 40_000 }).toBe(1)
      const [first] = await operationsOf(id)
      const { to, text, html, files } = onlyEmail()
      expect(to).toEqual([email])
      const names = [1, 2].map(
        (line) => `Подтверждение оплаты ${number}, ${line}-й платёж, 19.11.2026, Соколов Артём.pdf`,
      )
      expect(files.map(({ fileName }) => fileName)).toEqual(names)
      expect(text).toContain(`Во вложении: ${names.join('; ')}`)
      expect(html).toContain(`Во вложении: ${names.join('; ')}`)
      expect(text).toContain(`https://lk.school.example/contracts-and-payments/${id}?operation=${first?.id}`)
      for (const [index, sum] of ['8 800,00 ₽', '200,00 ₽'].entries()) {
        const content = files[index]?.content ?? Buffer.alloc(0)
        expect(content.subarray(0, 5).toString('latin1')).toBe('%PDF-')
        const page = (await readPdf(content)).pages.join(' ').replaceAll('\u00a0', ' ')
        expect(page).toContain('Подтверждение оплаты от 19.11.2026')
        expect(page).toContain(`Сумма: ${sum}`)
        expect(page).toContain('Заказчик: Соколова Анна Викторовна')
      }
      const sent = () => database().select().from(deliveries)
      await expect.poll(sent).toMatchObject([{ values: null, failure: null, deliveredAt: now }])
    } finally {
      await jobs.stop()
    }
  })

  test('is queued with the ids of the operations, without any document', async () => {
    const { id, number } = await addContract()
    await book(number, 880_000)
    const [operation] = await operationsOf(id)
    const [queued] = await database().select().from(deliveries)
    expect(queued?.values).toEqual({
      number,
      amount: '8\u00a0800\u00a0₽',
      left: '1\u00a0200\u00a0₽',
      receipts: `${id}.${operation?.id}`,
    })
    const [notified] = await database().select().from(notifications)
    expect(notified?.path).toBe(`/contracts-and-payments/${id}?operation=${operation?.id}`)
  })

  test('of an expired contract carries it, too, in an email in the language of the customer', async () => {
    const { number } = await addContract({ status: 'NotPaid', language: 'en' })
    await book(number, 880_000)
    await send()
    const { text, files } = onlyEmail()
    expect(files).toHaveLength(1)
    expect(text).toContain(`Attached: Подтверждение оплаты ${number}, 1-й платёж, 19.11.2026, Соколов Артём.pdf`)
  })

  test('carries none of a payment that was returned before it is handed over', async () => {
    const { id, number } = await addContract()
    await book(number, 900_000)
    const [first] = await operationsOf(id)
    const at = new Date('2026-11-20T08:00:00Z')
    await database()
      .insert(operations)
      .values({ paymentId: first?.paymentId ?? '', kind: 'ReturnDS', amount: 880_000, at })
    await send()
    expect(onlyEmail().files.map(({ fileName }) => fileName)).toEqual([
      `Подтверждение оплаты ${number}, 2-й платёж, 19.11.2026, Соколов Артём.pdf`,
    ])
  })

  test.each([
    [5, 5],
    [6, 0],
  ])('about %i operations carries %i', async (count, attached) => {
    const { number } = await addContract({ amounts: Array.from({ length: count }, () => 100_000) })
    await book(number, count * 100_000)
    await send()
    const { text, files } = onlyEmail()
    expect(files).toHaveLength(attached)
    expect(text.includes('Во вложении')).toBe(attached > 0)
    expect(text).toContain('?operation=')
  })

  test('carries none for a recipient who may not see the contract any more', async () => {
    const { id, number } = await addContract()
    await book(number, 880_000)
    const other = await school.addFamily('Пётр')
    await database()
      .update(contracts)
      .set({ customerId: other.parent.userId, studentId: other.childId })
      .where(eq(contracts.id, id))
    await send()
    const { text, files } = onlyEmail()
    expect([files, text.includes('Во вложении')]).toEqual([[], false])
    expect(text).toContain(`Поступил платёж 8 800 ₽ по договору ${number}.`)
  })

  test('is sent once without it if it cannot be made, and the log says so', async () => {
    const { number } = await addContract()
    await book(number, 880_000)
    const rename = (from: string, to: string) =>
      database().execute(sql`alter table ${sql.identifier(from)} rename to ${sql.identifier(to)}`)
    await rename('operations', 'operations_elsewhere')
    try {
      await send()
      await send()
    } finally {
      await rename('operations_elsewhere', 'operations')
    }
    const { text, files } = onlyEmail()
    expect([files, text.includes('Во вложении')]).toEqual([[], false])
    const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes('attachment'))
    expect(logged).toMatchObject([{ kind: 'payment-arrived', msg: 'an email goes out without an attachment' }])
    expect(JSON.stringify(logged)).not.toContain('@mail.example')
  })
})
