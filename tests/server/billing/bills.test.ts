import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OperationKind, PaymentStatus } from '#contract/enumerations.ts'
import { contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { guardianships, userRoles, users } from '#server/db/schema/people.ts'
import { campaigns } from '#server/db/schema/programs.ts'
import { taxCertificates } from '#server/db/schema/tax.ts'
import { readPdf } from '#tests/support/documents/pdf.ts'
import { drawPage, readCodes } from '#tests/support/documents/pdf-picture.ts'
import { ids, openSmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { auditedOf } from '#tests/support/server/audited.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const now = new Date('2026-11-19T21:30:00Z')

const server = openForSuite(() => openTestApp())
const school = openForSuite(() => openSmallSchool(server))
beforeEach(() => {
  server.clock.now = now
})

type Line = {
  amount: number
  status?: PaymentStatus
  operations?: readonly (readonly [OperationKind, number, at?: string])[]
}
let numbers = 0

async function addContract(lines: readonly Line[], more: Partial<typeof contracts.$inferInsert> = {}) {
  const { parent, childId } = await school.addFamily('Артём')
  const { database } = server.opened
  await database
    .update(users)
    .set({ lastName: 'Соколова', firstName: 'Анна', patronym: 'Викторовна' })
    .where(eq(users.id, parent.userId))
  const id = randomUUID()
  numbers += 1
  const number = `26-ФИЗ-${numbers}`
  const booked: string[] = []
  const planned = lines.map((line, index) => ({ id: randomUUID(), position: index + 1, ...line }))
  await database.transaction(async (transaction) => {
    await transaction.insert(contracts).values({
      id,
      number,
      status: 'Concluded',
      concludedOn: '2026-08-20',
      studentId: childId,
      customerId: parent.userId,
      campaignId: ids.campaign,
      programId: ids.program,
      territoryId: ids.territory,
      groupId: ids.group,
      format: 'offline',
      paymentScheme: 'StepByStep',
      total: lines.reduce((sum, { amount }) => sum + amount, 0),
      createdAt: new Date('2026-08-20T09:00:00Z'),
      ...more,
    })
    for (const { operations: moved = [], ...line } of planned) {
      await transaction
        .insert(payments)
        .values({ contractId: id, title: `${line.position}-й платёж`, dueOn: '2026-11-25', status: 'Open', ...line })
      for (const [kind, amount, at] of moved) {
        const values = { id: randomUUID(), paymentId: line.id, kind, amount, at: at ? new Date(at) : now }
        await transaction.insert(operations).values(values)
        booked.push(values.id)
      }
    }
  })
  return { parent, childId, id, number, lines: planned.map((line) => line.id), booked }
}

const askForBill = (person: Person, contractId: string, paymentId: string | undefined) =>
  person.call(`GET /v1/profile/contract/${contractId}/payment/${paymentId}/bill-link`)
const askForReceipt = (person: Person, contractId: string, operationId: string | undefined) =>
  person.call(`GET /v1/profile/contract/${contractId}/operation/${operationId}/receipt-link`)
const askForContract = (person: Person, contractId: string) =>
  person.call(`GET /v1/profile/contract/${contractId}/document-link`)

async function open(person: Person, answer: Awaited<ReturnType<typeof askForBill>>) {
  expect(answer.statusCode).toBe(200)
  const opened = await person.open(answer.json<{ url: string }>().url)
  expect(opened.statusCode).toBe(200)
  return opened
}

describe('a bill', () => {
  test('states on one page the payer, the payee, the purpose and the sum in figures, in words and as a QR code', async () => {
    const { parent, id, number, lines } = await addContract([{ amount: 880_000 }, { amount: 5_720_000 }])
    const { rawPayload, headers } = await open(parent, await askForBill(parent, id, lines[0]))
    const { pages, info, roles, alternatives } = await readPdf(rawPayload)
    const requisites =
      'Получатель АНО «Школа на Соколе» ИНН / КПП 7799999010 / 779901001 Счёт 40703810300000000135 ' +
      'Банк АО «Учебный банк» БИК 044525999 Корр. счёт 30101810845250000999 ' +
      `Назначение Договор ${number}, 1-й платёж, Соколов Артём Плательщик Соколова Анна Викторовна Сумма 8 800,00 ₽ ` +
      'Подпись плательщика ______________________ Дата ______________'
    expect(pages.map((page) => page.replaceAll('\u00a0', ' ').replaceAll(/\s+/g, ' '))).toEqual([
      [
        `Счёт по договору № ${number}`,
        'Плательщик: Соколова Анна Викторовна Обучающийся: Соколов Артём',
        `Договор: № ${number} от 20.08.2026 Программа: Физика в опытах, 2026/2027 Группа: ФИЗ-1`,
        'Платёж: 1-й платёж, оплатить до 25.11.2026',
        'К оплате: 8 800,00 ₽ (Восемь тысяч восемьсот рублей 00 копеек)',
        'Извещение Наведите камеру в приложении банка: реквизиты и сумма заполнятся сами.',
        requisites,
        'Квитанция',
        requisites,
        'Деньги приходят за один–три рабочих дня, и платёж в личном кабинете отмечается как оплаченный.',
        `Договор № ${number} от 20.08.2026 Составлено 20.11.2026 Страница 1 из 1`,
      ].join(' '),
    ])
    expect(info).toMatchObject({ Title: `Счёт по договору № ${number}`, Language: 'ru-RU' })
    expect(roles).toEqual(expect.arrayContaining(['H1', 'H2', 'P', 'Sect', 'Figure']))
    expect(alternatives.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      'Платёжный код: получатель, счёт, сумма 8 800,00 ₽ и назначение, те же, что в извещении',
    ])
    expect(headers['content-disposition']).toBe(
      `attachment; filename="document.pdf"; filename*=UTF-8''${encodeURIComponent(`Счёт ${number}, ноябрь 2026, Соколов Артём.pdf`)}`,
    )
    expect(await readCodes(await drawPage(rawPayload))).toEqual([
      'ST00012|Name=АНО «Школа на Соколе»|PersonalAcc=40703810300000000135|BankName=АО «Учебный банк»|' +
        `BIC=044525999|CorrespAcc=30101810845250000999|Sum=880000|Purpose=Договор ${number}, 1-й платёж, Соколов Артём|` +
        'PayeeINN=7799999010|KPP=779901001',
    ])
  })

  test('of a partly paid payment is for the rest', async () => {
    const moved = [
      ['ReceivingDS', 500_000],
      ['ReturnDS', 100_000],
    ] as const
    const { parent, id, lines } = await addContract([{ amount: 1_650_000, operations: moved }])
    const { rawPayload } = await open(parent, await askForBill(parent, id, lines[0]))
    const page = (await readPdf(rawPayload)).pages.join(' ').replaceAll('\u00a0', ' ')
    expect(page).toContain('Уже оплачено: 4 000,00 ₽ из 16 500,00 ₽')
    expect(page).toContain('К оплате: 12 500,00 ₽ (Двенадцать тысяч пятьсот рублей 00 копеек)')
    expect(await readCodes(await drawPage(rawPayload))).toEqual([expect.stringContaining('|Sum=1250000|')])
  })

  test.each([
    ['is available for a failed payment', { amount: 100, status: 'Error' }, 200],
    [
      'is refused for a payment of a bank or a fund, or a postponed one',
      { amount: 100, status: 'DeferredPayment' },
      409,
    ],
    ['is refused for a closed payment', { amount: 100, status: 'Closed', operations: [['ReceivingDS', 100]] }, 409],
    ['is refused for a cancelled payment', { amount: 100, status: 'Canceled' }, 409],
    ['is refused for a paid payment that is not closed yet', { amount: 100, operations: [['ReceivingDS', 100]] }, 409],
  ] as const)('%s', async (_, line, status) => {
    const { parent, id, lines } = await addContract([line])
    const answer = await askForBill(parent, id, lines[0])
    expect(answer.statusCode).toBe(status)
    if (status === 409) expect(answer.json().type).toBe('nothing-to-pay')
  })

  test('and contract downloads are audited, and so are requests for other families’ documents (D-37)', async () => {
    const { parent, id, number, lines } = await addContract([{ amount: 880_000 }])
    const administrator = await server.signInAs({ roles: ['administrator'] })
    const looking = await server.signInAs({ roles: ['parent'], userId: parent.userId, seenBy: administrator.userId })
    const { url } = (await askForBill(parent, id, lines[0])).json<{ url: string }>()
    expect(await auditedOf(server.opened.database, 'export', parent.userId)).toEqual([])
    await parent.open(url)
    server.clock.now = new Date(now.getTime() + 1000)
    await open(looking, await askForContract(looking, id))
    expect(await auditedOf(server.opened.database, 'export', parent.userId)).toEqual([
      ['export.bill', parent.userId, `Счёт ${number}, ноябрь 2026, Соколов Артём.pdf`],
      ['export.contract', administrator.userId, `Договор ${number}, август 2026, Соколов Артём.pdf`],
    ])
  })

  test('is available to the customer, the student and the student’s parents; others get 404', async () => {
    const { parent, childId, id, lines } = await addContract([{ amount: 100 }])
    const other = await addContract([{ amount: 100 }])
    const father = await server.signInAs({ roles: ['parent'] })
    await server.opened.database.insert(guardianships).values({ guardianId: father.userId, childId })
    const student = await server.signInAs({ roles: ['student'], userId: childId })
    const statuses = (person: Person) =>
      Promise.all([askForBill(person, id, lines[0]), askForContract(person, id)]).then((answers) =>
        answers.map(({ statusCode }) => statusCode),
      )
    for (const person of [parent, father, student]) expect(await statuses(person)).toEqual([200, 200])
    expect(await statuses(other.parent)).toEqual([404, 404])
    expect(await statuses(server.visitor)).toEqual([401, 401])
    // A payment of another contract, or of another contract of the same family.
    expect((await askForBill(parent, id, other.lines[0])).statusCode).toBe(404)
    expect((await askForBill(parent, id, randomUUID())).statusCode).toBe(404)
    expect((await askForBill(parent, randomUUID(), lines[0])).statusCode).toBe(404)
  })
})

describe('a bill for several payments', () => {
  const askForJointBill = (person: Person, ...paymentUuids: readonly (string | undefined)[]) =>
    person.call('POST /v1/profile/bill', { body: { paymentUuids } })
  const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll(/\s+/g, ' ')

  async function addSecondContract({ parent, childId }: Awaited<ReturnType<typeof addContract>>, amount: number) {
    const second = await addContract([{ amount }], { groupId: null })
    const { database } = server.opened
    await database
      .update(contracts)
      .set({ customerId: parent.userId, studentId: childId })
      .where(eq(contracts.id, second.id))
    return second
  }

  test('has one table, one code and one total, and its number is the same for the same payments', async () => {
    const family = await addContract([{ amount: 880_000, operations: [['ReceivingDS', 80_000]] }, { amount: 120_000 }])
    const second = await addSecondContract(family, 300_050)
    const { parent, lines, number } = family
    const answer = await askForJointBill(parent, ...lines, ...second.lines)
    const { rawPayload, headers } = await open(parent, answer)
    const { pages, info } = await readPdf(rawPayload)
    const text = plain(pages.join(' '))
    const [, bill] = /^Счёт № (СЧ-\d{7}) /.exec(text) ?? []
    expect(text).toContain('К оплате: 12 200,50 ₽ (Двенадцать тысяч двести рублей 50 копеек)')
    expect(text).toContain(`Соколов Артём Физика в опытах ${number} 1-й платёж 25.11.2026 8 000,00 ₽`)
    expect(text).toContain(`${number} 2-й платёж 25.11.2026 1 200,00 ₽`)
    expect(text).toContain(`${second.number} 1-й платёж 25.11.2026 3 000,50 ₽`)
    expect(text).toContain('Всего к оплате 12 200,50 ₽')
    const numbers = [number, second.number].sort().join(', ')
    // A line may end behind a hyphen.
    expect(text.replaceAll('- ', '-')).toContain(`Назначение Счёт ${bill}, обучение, договоры ${numbers} Плательщик`)
    expect(info).toMatchObject({ Title: `Счёт № ${bill}` })
    expect(await readCodes(await drawPage(rawPayload))).toEqual([
      expect.stringContaining(`|Sum=1220050|Purpose=Счёт ${bill}, обучение`),
    ])
    expect(headers['content-disposition']).toContain(encodeURIComponent(`Счёт ${bill}, 20.11.2026.pdf`))

    const again = await open(parent, await askForJointBill(parent, ...second.lines, ...lines))
    expect(plain((await readPdf(again.rawPayload)).pages[0] ?? '')).toContain(`Счёт № ${bill}`)
    const fewer = await open(parent, await askForJointBill(parent, ...lines))
    expect(plain((await readPdf(fewer.rawPayload)).pages[0] ?? '')).not.toContain(`Счёт № ${bill}`)
    expect(await auditedOf(server.opened.database, 'export', parent.userId)).toContainEqual([
      'export.joint-bill',
      parent.userId,
      `Счёт ${bill}, 20.11.2026.pdf`,
    ])
  })

  test('has a code and a total for each legal entity, and one total of all', async () => {
    const family = await addContract([{ amount: 880_000 }])
    const second = await addSecondContract(family, 120_000)
    const { database, env } = { database: server.opened.database, env: server.env }
    const academy = { ...env.PAYEE, name: 'ООО «Академия»', account: '40702810100000000111' }
    const [campaign] = await database.select().from(campaigns).where(eq(campaigns.id, ids.campaign))
    if (!campaign) throw new Error('No campaign')
    const academyCampaign = randomUUID()
    await database
      .insert(campaigns)
      .values({ ...campaign, id: academyCampaign, title: `Академия ${academyCampaign}`, branch: 'academy' })
    await database.update(contracts).set({ campaignId: academyCampaign }).where(eq(contracts.id, second.id))
    const before = env.PAYEES.academy
    env.PAYEES.academy = academy
    try {
      const { parent, lines } = family
      const { rawPayload } = await open(parent, await askForJointBill(parent, ...lines, ...second.lines))
      const { pages } = await readPdf(rawPayload)
      const text = plain(pages.join(' '))
      expect(text).toContain('Итого, АНО «Школа на Соколе» 8 800,00 ₽')
      expect(text).toContain('Итого, ООО «Академия» 1 200,00 ₽')
      expect(text).toContain('Всего к оплате 10 000,00 ₽')
      const codes = (await Promise.all(pages.map((_, page) => drawPage(rawPayload, { page })))).map(readCodes)
      expect((await Promise.all(codes)).flat().sort()).toEqual([
        expect.stringMatching(/Name=АНО «Школа на Соколе»\|PersonalAcc=40703810300000000135.*\|Sum=880000\|/),
        expect.stringMatching(/Name=ООО «Академия»\|PersonalAcc=40702810100000000111.*\|Sum=120000\|/),
      ])
      const payeeOf = async (id: string) => (await parent.call(`GET /v1/profile/contract/${id}/payee`)).json().name
      expect([await payeeOf(family.id), await payeeOf(second.id)]).toEqual(['АНО «Школа на Соколе»', 'ООО «Академия»'])
    } finally {
      env.PAYEES.academy = before
    }
  })

  test('has the payee of all contracts at the address that pages of 0.1.0 ask for', async () => {
    const parent = await server.signInAs({ roles: ['parent'] })
    const answer = await parent.call('GET /v1/profile/contract/payee' as 'GET /v1/profile/contract/list')
    expect([answer.statusCode, answer.json()]).toEqual([200, server.env.PAYEE])
  })

  test('is refused with a payment that is not expected, and after one was paid', async () => {
    const { parent, lines } = await addContract([
      { amount: 100 },
      { amount: 200 },
      { amount: 300, status: 'DeferredPayment' },
    ])
    const refused = await askForJointBill(parent, ...lines)
    expect([refused.statusCode, refused.json().type]).toEqual([409, 'nothing-to-pay'])
    const { url } = (await askForJointBill(parent, lines[0], lines[1])).json<{ url: string }>()
    await server.opened.database
      .insert(operations)
      .values({ paymentId: lines[0] ?? '', kind: 'ReceivingDS', amount: 50, at: now })
    const opened = await parent.open(url)
    expect([opened.statusCode, opened.json().type]).toEqual([409, 'price-changed'])
  })

  test('does not exist for payments of other families, nor its link for others', async () => {
    const [one, other] = [await addContract([{ amount: 100 }]), await addContract([{ amount: 200 }])]
    expect((await askForJointBill(one.parent, ...one.lines, ...other.lines)).statusCode).toBe(404)
    expect((await askForJointBill(one.parent, randomUUID())).statusCode).toBe(404)
    expect((await askForJointBill(server.visitor, ...one.lines)).statusCode).toBe(401)
    const { url } = (await askForJointBill(one.parent, ...one.lines)).json<{ url: string }>()
    expect((await other.parent.open(url)).statusCode).toBe(404)
    expect((await one.parent.call(`GET /v1/profile/contract/${other.id}/payee`)).statusCode).toBe(404)
  })
})

describe('a confirmation of payment', () => {
  const received = [['ReceivingDS', 880_000, '2026-11-18T22:30:00Z']] as const
  const textOf = async (file: Buffer) =>
    (await readPdf(file)).pages.map((page) => page.replaceAll('\u00a0', ' ').replaceAll(/\s+/g, ' '))

  test('states on one page the day and the sum, what was paid, by which contract, and the payee', async () => {
    const { parent, id, number, booked } = await addContract([{ amount: 880_000, operations: received }])
    const { rawPayload, headers } = await open(parent, await askForReceipt(parent, id, booked[0]))
    expect(await textOf(rawPayload)).toEqual([
      [
        'Подтверждение оплаты от 19.11.2026',
        'Дата операции: 19.11.2026 Сумма: 8 800,00 ₽ (Восемь тысяч восемьсот рублей 00 копеек)',
        `Назначение: Договор ${number}, 1-й платёж, Соколов Артём`,
        'Оплаченный платёж: 1-й платёж, срок 25.11.2026',
        `Договор Договор: № ${number} от 20.08.2026 Заказчик: Соколова Анна Викторовна Обучающийся: Соколов Артём`,
        'Программа: Физика в опытах, 2026/2027 Группа: ФИЗ-1',
        'Получатель платежа Получатель: АНО «Школа на Соколе» ИНН / КПП: 7799999010 / 779901001',
        'Счёт: 40703810300000000135 Банк: АО «Учебный банк» БИК: 044525999 Корр. счёт: 30101810845250000999',
        'Подтверждает, что деньги поступили на счёт получателя. Это не кассовый чек.',
        `Договор № ${number} от 20.08.2026 Составлено 20.11.2026 Страница 1 из 1`,
      ].join(' '),
    ])
    const fileName = `Подтверждение оплаты ${number}, 1-й платёж, 19.11.2026, Соколов Артём.pdf`
    expect(headers['content-disposition']).toBe(
      `attachment; filename="document.pdf"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    )
    expect(await auditedOf(server.opened.database, 'export', parent.userId)).toEqual([
      ['export.payment-receipt', parent.userId, fileName],
    ])
  })

  test('says how much was returned or moved to another contract since', async () => {
    const moved = [
      ['ReceivingDS', 500_000, '2026-11-01T09:00:00Z'],
      ['ReturnDS', 100_000, '2026-11-02T09:00:00Z'],
      ['ReturnTransferDS', 50_000, '2026-11-03T09:00:00Z'],
    ] as const
    const { parent, id, booked } = await addContract([{ amount: 1_650_000, operations: moved }])
    const { rawPayload } = await open(parent, await askForReceipt(parent, id, booked[0]))
    expect((await textOf(rawPayload)).join()).toContain(
      'Сумма: 5 000,00 ₽ (Пять тысяч рублей 00 копеек) Из неё возвращено: 1 000,00 ₽ ' +
        'Из неё перенесено на другой договор: 500,00 ₽ Назначение',
    )
  })

  test('is refused for a payment that was returned, also after its link was made', async () => {
    const { parent, id, lines, booked } = await addContract([{ amount: 880_000, operations: received }])
    const link = await askForReceipt(parent, id, booked[0])
    expect(link.statusCode).toBe(200)
    await server.opened.database
      .insert(operations)
      .values({ paymentId: lines[0] ?? '', kind: 'ReturnDS', amount: 880_000, at: now })
    const again = await askForReceipt(parent, id, booked[0])
    expect([again.statusCode, again.json().type]).toEqual([409, 'state-conflict'])
    expect((await parent.open(link.json<{ url: string }>().url)).statusCode).toBe(409)
    expect(await auditedOf(server.opened.database, 'export', parent.userId)).toEqual([])
  })

  test('does not exist for a return and for transfers between contracts', async () => {
    const moved = [
      ['ReceivingDS', 300],
      ['ReceivingTransferDS', 300],
      ['ReturnDS', 100],
      ['ReturnTransferDS', 100],
    ] as const
    const { parent, id, booked } = await addContract([{ amount: 1000, operations: moved }])
    const statuses = await Promise.all(booked.map((each) => askForReceipt(parent, id, each)))
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 404, 404, 404])
  })

  test('is available to the customer, the student, the parents and an administrator who acts as one; others get 404', async () => {
    const { parent, childId, id, booked } = await addContract([{ amount: 880_000, operations: received }])
    const other = await addContract([{ amount: 880_000, operations: received }])
    const father = await server.signInAs({ roles: ['parent'] })
    await server.opened.database.insert(guardianships).values({ guardianId: father.userId, childId })
    const student = await server.signInAs({ roles: ['student'], userId: childId })
    const administrator = await server.signInAs({ roles: ['administrator'] })
    const looking = await server.signInAs({ roles: ['parent'], userId: parent.userId, seenBy: administrator.userId })
    for (const person of [parent, father, student, looking])
      await open(person, await askForReceipt(person, id, booked[0]))
    const teacher = await server.signInAs({ roles: ['teacher'] })
    for (const person of [other.parent, teacher, administrator])
      expect((await askForReceipt(person, id, booked[0])).statusCode).toBe(404)
    expect((await askForReceipt(server.visitor, id, booked[0])).statusCode).toBe(401)
    // An operation of another contract.
    expect((await askForReceipt(parent, id, other.booked[0])).statusCode).toBe(404)
    expect((await askForReceipt(parent, id, randomUUID())).statusCode).toBe(404)
    expect((await askForReceipt(parent, randomUUID(), booked[0])).statusCode).toBe(404)
    const { url } = (await askForReceipt(parent, id, booked[0])).json<{ url: string }>()
    expect((await other.parent.open(url)).statusCode).toBe(404)
    expect(await auditedOf(server.opened.database, 'export', parent.userId)).toContainEqual([
      'export.payment-receipt',
      administrator.userId,
      expect.stringContaining('Подтверждение оплаты'),
    ])
  })

  test('is not given any more to a guardian who lost the child since the link was made', async () => {
    const { childId, id, booked } = await addContract([{ amount: 880_000, operations: received }])
    const father = await server.signInAs({ roles: ['parent'] })
    const { database } = server.opened
    await database.insert(guardianships).values({ guardianId: father.userId, childId })
    const { url } = (await askForReceipt(father, id, booked[0])).json<{ url: string }>()
    await database.delete(guardianships).where(eq(guardianships.guardianId, father.userId))
    expect((await father.open(url)).statusCode).toBe(404)
  })
})

describe('documents of a family for the staff', () => {
  const askAs = (person: Person, contractId: string, query: string) =>
    person.call(`GET /v1/admin/contract/${contractId}/document-link`, { query })
  const received = [['ReceivingDS', 440_000]] as const

  test('are those of the customer, and the download is in the audit log of the customer', async () => {
    const { parent, childId, id, lines, booked, number } = await addContract([
      { amount: 880_000, operations: received },
    ])
    const certificate = randomUUID()
    await server.opened.database.insert(taxCertificates).values({
      id: certificate,
      number: `2026-${number}`,
      year: 2026,
      applicantId: parent.userId,
      studentId: childId,
      amount: 440_000,
      state: 'ready',
      requestedAt: now,
      readyAt: now,
      file: Buffer.from('%PDF-1.7'),
    })
    const administrator = await server.signInAs({ roles: ['administrator'] })
    const download = async (query: string) => {
      const { url } = (await askAs(administrator, id, query)).json<{ url: string }>()
      return administrator.open(url)
    }
    for (const query of ['kind=contract', `kind=bill&id=${lines[0]}`, `kind=receipt&id=${booked[0]}`])
      expect((await readPdf((await download(query)).rawPayload)).pages.join()).toContain(number)
    expect((await download(`kind=certificate&id=${certificate}`)).body).toBe('%PDF-1.7')
    const audited = await auditedOf(server.opened.database, 'export', parent.userId)
    expect(audited.map(([action, by]) => [action, by])).toEqual(
      Array.from({ length: 4 }, () => ['export.contract-document', administrator.userId]),
    )
  })

  test('are not those of another contract, and are only for the staff, also at download', async () => {
    const own = await addContract([{ amount: 880_000, operations: received }])
    const other = await addContract([{ amount: 880_000, operations: received }])
    const administrator = await server.signInAs({ roles: ['administrator'] })
    const linkTo = async (query: string) => (await askAs(administrator, own.id, query)).json<{ url: string }>().url
    for (const query of [`kind=bill&id=${other.lines[0]}`, `kind=receipt&id=${other.booked[0]}`, 'kind=certificate'])
      expect((await administrator.open(await linkTo(query))).statusCode).toBe(404)
    expect((await askAs(administrator, randomUUID(), 'kind=contract')).statusCode).toBe(404)
    expect((await askAs(own.parent, own.id, 'kind=contract')).statusCode).toBe(403)
    const looking = await server.signInAs({
      roles: ['parent'],
      userId: own.parent.userId,
      seenBy: administrator.userId,
    })
    expect((await askAs(looking, own.id, 'kind=contract')).statusCode).toBe(403)
    const url = await linkTo('kind=contract')
    expect((await own.parent.open(url)).statusCode).toBe(404)
    await server.opened.database.delete(userRoles).where(eq(userRoles.userId, administrator.userId))
    expect((await administrator.open(url)).statusCode).toBe(404)
  })
})

describe('the link', () => {
  test('opens for ten minutes and only with its own session', async () => {
    const { parent, childId, id, lines } = await addContract([{ amount: 100 }])
    const student = await server.signInAs({ roles: ['student'], userId: childId })
    for (const answer of [await askForBill(parent, id, lines[0]), await askForContract(parent, id)]) {
      server.clock.now = now
      const { url } = answer.json<{ url: string }>()
      expect((await student.open(url)).statusCode).toBe(404)
      expect((await server.visitor.open(url)).statusCode).toBe(401)
      server.clock.now = new Date(now.getTime() + 599_000)
      expect((await parent.open(url)).statusCode).toBe(200)
      server.clock.now = new Date(now.getTime() + 600_000)
      expect((await parent.open(url)).statusCode).toBe(404)
    }
  })

  test('cannot be guessed, extended or used for another payment', async () => {
    const { parent, id, lines } = await addContract([{ amount: 100 }, { amount: 200 }])
    const { url } = (await askForBill(parent, id, lines[0])).json<{ url: string }>()
    const [what, until, signed = ''] = url.split('/').slice(-3)
    expect(Buffer.from(signed, 'base64url')).toHaveLength(32)
    const changed = [
      [`${id}.${lines[1]}`, until, signed],
      [what, String(Number(until) + 1), signed],
      [what, until, signed.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
    ]
    for (const parts of changed) {
      expect((await parent.open(`/api/v1/document/bill/${parts.join('/')}`)).statusCode).toBe(404)
      expect((await parent.open(`/api/v1/document/contract/${parts.join('/')}`)).statusCode).toBe(404)
    }
  })
})

test('The contract states the parties, the course, the price and the payment dates', async () => {
  const { parent, id, number } = await addContract([
    { amount: 3_300_000 },
    { amount: 1_650_000 },
    { amount: 1_650_000, status: 'Canceled' },
  ])
  const { rawPayload, headers } = await open(parent, await askForContract(parent, id))
  const { pages } = await readPdf(rawPayload)
  expect(pages).toHaveLength(2)
  const printed = pages.join(' ').replaceAll('\u00a0', ' ')
  expect(printed).toContain(
    [
      `Договор № ${number} от 20.08.2026 Об оказании платных образовательных услуг. Состояние: заключён 20.08.2026.`,
      '1. Стороны Исполнитель: АНО «Школа на Соколе», ИНН 7799999010 Заказчик: Соколова Анна Викторовна',
      'Обучающийся: Соколов Артём',
      '2. Предмет Исполнитель оказывает платные образовательные услуги, а заказчик их оплачивает.',
      'Программа: Физика в опытах Учебный год: 2026/2027 Период обучения: 01.09.2026 – 31.05.2027',
      'Группа: ФИЗ-1 Формат занятий: очно, Сокол',
      '3. Стоимость и порядок оплаты Стоимость обучения: 66 000,00 ₽ (Шестьдесят шесть тысяч рублей 00 копеек)',
      '№ Платёж Оплатить до Сумма 1 1-й платёж 25.11.2026 33 000,00 ₽ 2 2-й платёж 25.11.2026 16 500,00 ₽',
      '3 3-й платёж (отменён) 25.11.2026 16 500,00 ₽ Всего 66 000,00 ₽',
      'Договор считается заключённым со дня, когда первый платёж внесён полностью.',
      'В назначении платежа указывается номер договора.',
    ].join(' '),
  )
  for (const rest of [
    'Возвращается внесённое за вычетом стоимости занятий по этот день включительно.',
    [
      '6. Реквизиты исполнителя Получатель: АНО «Школа на Соколе» ИНН / КПП: 7799999010 / 779901001',
      'Счёт: 40703810300000000135 Банк: АО «Учебный банк» БИК: 044525999',
      'Корр. счёт: 30101810845250000999',
    ].join(' '),
    `Договор № ${number} · Соколова Анна Викторовна Составлено 20.11.2026 Страница 2 из 2`,
  ]) {
    expect(printed).toContain(rest)
  }
  expect(headers['content-disposition']).toContain(
    encodeURIComponent(`Договор ${number}, август 2026, Соколов Артём.pdf`),
  )
})
