import { desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Certificate } from '#contract/billing/tax.ts'
import { rightsOfPreset } from '#contract/people/guardian-rights.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { taxCertificates } from '#server/db/schema/tax.ts'
import { renderTaxCertificate } from '#server/documents/tax-certificate.ts'
import { readPdf } from '#tests/support/documents/pdf.ts'
import { recordEvents } from '#tests/support/integration/recorded-events.ts'
import { openPayingSchool, taxNumbers } from '#tests/support/schools/paying-school.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { auditedOf } from '#tests/support/server/audited.ts'
import { openOnceMore } from '#tests/support/server/database.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const now = '2026-11-20T09:00:00Z'

const server = openForSuite(() => openTestApp())
const school = openForSuite(() => openPayingSchool(server))
beforeEach(async () => {
  await school.at(now)
  await server.opened.database.delete(deliveries)
  await server.opened.database.delete(taxCertificates)
})

const messages = () =>
  server.opened.database
    .select({
      target: deliveries.target,
      kind: deliveries.kind,
      language: deliveries.language,
      values: deliveries.values,
    })
    .from(deliveries)
    .orderBy(desc(deliveries.queuedAt), deliveries.id)

describe('A certificate', () => {
  test('is requested, prepared and ready within a minute, and the applicant is notified', async () => {
    const { parent, childId } = await school.addPayer()
    const published = await recordEvents(server.opened.database)
    const asked = await school.ask(parent, childId)
    const requested: Certificate = {
      uuid: expect.any(String) as string,
      number: expect.stringMatching(/^2025-\d{6}$/) as string,
      state: 'requested',
      amount: 8_450_050,
      requestedAt: '2026-11-20T09:00:00.000Z',
      preparedAt: null,
      readyAt: null,
      isOutdated: false,
    }
    expect([asked.statusCode, asked.json()]).toEqual([200, requested])
    expect(await published(childId)).toMatchObject([
      ['certificate.requested', { sourcedId: asked.json<Certificate>().uuid, year: 2025, studentId: childId }],
    ])
    const { number } = asked.json<Certificate>()
    await school.at('2026-11-20T09:01:00Z')
    await school.prepare()
    const { certificate, certificateUrl } = await school.studentOf(parent, childId)
    const at = '2026-11-20T09:01:00.000Z'
    expect(certificate).toEqual({ ...asked.json<Certificate>(), state: 'ready', preparedAt: at, readyAt: at })
    expect(await messages()).toEqual([
      {
        target: 'mama@mail.example',
        kind: 'tax-certificate-ready',
        language: 'ru',
        values: { student: 'Артём', year: '2025', number },
      },
    ])
    const file = await parent.open(certificateUrl ?? '')
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(await auditedOf(server.opened.database, 'export', parent.userId)).toEqual([
      ['export.tax-certificate', parent.userId, 'Справка об оплате обучения 2025 Соколов Артём.pdf'],
    ])
    const name = encodeURIComponent('Справка об оплате обучения 2025 Соколов Артём.pdf')
    expect(file.headers['content-disposition']).toContain(`filename*=UTF-8''${name}`)
    const { pages } = await readPdf(file.rawPayload)
    expect(pages).toHaveLength(1)
    for (const words of [
      number,
      '84500',
      '50',
      'Петров',
      taxNumbers.parent,
      taxNumbers.child,
      '07.03.1984',
      '20.05.2013',
    ])
      expect(pages[0]).toContain(words)
  })

  test('is unique for applicant, student and year, for any number of requests', async () => {
    const { parent, childId, account } = await school.addPayer()
    const first = (await school.ask(parent, childId)).json<Certificate>()
    const [again, atOnce] = await Promise.all([school.ask(parent, childId), school.ask(parent, childId)])
    expect([again.json(), atOnce.json()]).toEqual([first, first])
    await school.prepare()
    expect((await school.ask(parent, childId)).json()).toMatchObject({ uuid: first.uuid, state: 'ready' })
    await school.move(account, { amount: 500, at: '2024-09-08T10:00:00Z' })
    const another = (await school.ask(parent, childId, { year: 2024 })).json<Certificate>()
    expect([another.amount, another.uuid === first.uuid]).toEqual([500, false])
  })

  test('is refused if a tax office would reject it', async () => {
    const { parent, childId } = await school.addFamily('Вера')
    await school.addAccount(childId, parent.userId)
    const { statusCode, json } = await school.ask(parent, childId)
    expect([statusCode, json<{ type: string }>().type]).toEqual([409, 'state-conflict'])
    const stranger = await school.addPayer('Лев')
    expect((await school.ask(parent, stranger.childId)).statusCode).toBe(404)
    const payer = await school.addPayer('Лев')
    const years = [2012, 2022, 2024, 2026]
    const statuses = []
    for (const year of years) statuses.push((await school.ask(payer.parent, payer.childId, { year })).statusCode)
    expect(statuses).toEqual([422, 409, 409, 409])
    expect(await server.opened.database.select({ id: taxCertificates.id }).from(taxCertificates)).toEqual([])
  })

  test('is available to the applicant only, not to the other parent or the child', async () => {
    const { parent, childId } = await school.addPayer()
    const father = await server.signInAs({ roles: ['parent'] })
    await server.opened.database.insert(guardianships).values({ guardianId: father.userId, childId })
    await school.ask(parent, childId)
    await school.prepare()
    const { certificateUrl } = await school.studentOf(parent, childId)
    const theirs = await school.studentOf(father, childId)
    expect([theirs.certificate, theirs.certificateUrl]).toEqual([null, null])
    expect((await father.open(certificateUrl ?? '')).statusCode).toBe(404)
    await school.at('2026-11-20T09:09:59Z')
    expect((await parent.open(certificateUrl ?? '')).statusCode).toBe(200)
    await school.at('2026-11-20T09:10:00Z')
    expect((await parent.open(certificateUrl ?? '')).statusCode).toBe(404)
  })
})

describe('A refund in the meantime', () => {
  test('is included if it arrives before the sum is fixed', async () => {
    const { parent, childId, account } = await school.addPayer()
    await school.ask(parent, childId)
    await school.move(account, { kind: 'ReturnDS', amount: 450_050, at: '2026-11-20T09:00:30Z' })
    await school.prepare()
    const { paid, certificate } = await school.studentOf(parent, childId)
    expect([paid, certificate?.amount, certificate?.isOutdated]).toEqual([8_000_000, 8_000_000, false])
  })

  test('makes a ready certificate outdated; a correction can be requested and has its own number', async () => {
    const { parent, childId, account } = await school.addPayer()
    const { number } = (await school.ask(parent, childId)).json<Certificate>()
    await school.prepare()
    await school.move(account, { kind: 'ReturnDS', amount: 450_050, at: '2026-11-20T09:30:00Z' })
    const before = await school.studentOf(parent, childId)
    expect([before.certificate?.amount, before.certificate?.isOutdated]).toEqual([8_450_050, true])
    await school.at('2026-11-20T10:00:00Z')
    expect((await school.ask(parent, childId)).json()).toMatchObject({
      number: `${number}/1`,
      state: 'requested',
      amount: 8_000_000,
      isOutdated: false,
    })
    // The ready certificate is prepared again.
    expect((await parent.open(before.certificateUrl ?? '')).statusCode).toBe(404)
    await school.prepare()
    const { certificateUrl } = await school.studentOf(parent, childId)
    const { pages } = await readPdf((await parent.open(certificateUrl ?? '')).rawPayload)
    expect(pages[0]).toContain(`${number} Номер корректировки 1 Отчётный год 2025`)
    expect((await messages()).map(({ kind }) => kind)).toEqual(['tax-certificate-ready', 'tax-certificate-ready'])
  })

  test('of the whole sum cancels the request, and the applicant is notified', async () => {
    const { parent, childId, account } = await school.addPayer()
    await school.ask(parent, childId)
    await school.move(account, { kind: 'ReturnDS', amount: 8_450_050, at: '2026-11-20T09:00:30Z' })
    await school.prepare()
    const { certificate, obstacles } = await school.studentOf(parent, childId)
    expect([certificate, obstacles]).toEqual([null, ['nothing-paid']])
    expect((await messages()).map(({ kind }) => kind)).toEqual(['tax-certificate-dropped'])
  })
})

test('A corrected name makes the certificate outdated, and the correction has the new name', async () => {
  const { parent, childId } = await school.addPayer()
  await school.ask(parent, childId)
  await school.prepare()
  const outdated = async () => (await school.studentOf(parent, childId)).certificate?.isOutdated
  const { database } = server.opened
  await school.at('2026-11-20T09:05:00Z')
  await school.saveDetails(parent, { userUuid: childId, taxNumber: taxNumbers.child, bornOn: '2013-05-20' })
  expect(await outdated()).toBe(false)
  await database.update(users).set({ lastName: 'Соколов-Белый' }).where(eq(users.id, childId))
  expect(await outdated()).toBe(true)
  expect((await school.ask(parent, childId)).json<Certificate>().number).toMatch(/^2025-\d{6}\/1$/)
  await school.prepare()
  const { certificate, certificateUrl } = await school.studentOf(parent, childId)
  expect(certificate?.isOutdated).toBe(false)
  const { pages } = await readPdf((await parent.open(certificateUrl ?? '')).rawPayload)
  expect(pages[0]).toContain('Соколов-Белый')
})

describe('The job of certificates', () => {
  test('continues after a server has died between the steps', async () => {
    const { parent, childId, account } = await school.addPayer()
    await school.ask(parent, childId)
    const { database } = server.opened
    const fixed = { state: 'prepared' as const, amount: 8_450_050, preparedAt: new Date(now) }
    await database.update(taxCertificates).set(fixed).where(eq(taxCertificates.applicantId, parent.userId))
    await school.move(account, { kind: 'ReturnDS', amount: 50, at: '2026-11-20T09:00:30Z' })
    await school.at('2026-11-20T09:01:00Z')
    await school.prepare()
    const { certificate } = await school.studentOf(parent, childId)
    // The sum stays as it was fixed, and is reported as changed since.
    expect([certificate?.state, certificate?.amount, certificate?.isOutdated]).toEqual(['ready', 8_450_050, true])
    expect(await messages()).toHaveLength(1)
  })

  test('creates one file and one message on two concurrent servers', async () => {
    const { parent, childId } = await school.addPayer()
    await school.ask(parent, childId)
    const second = await openOnceMore(server.opened)
    await Promise.all([school.prepare(), school.prepare({ database: second.database }), school.prepare()])
    await school.prepare()
    expect((await school.studentOf(parent, childId)).certificate?.state).toBe('ready')
    expect(await messages()).toHaveLength(1)
    await second.close()
  })

  test.each(['requested', 'prepared', 'ready'] as const)(
    'gives a certificate up without a message if the right is taken when it is %s',
    async (state) => {
      const { database } = server.opened
      const { parent, childId, account } = await school.addPayer()
      const customer = await server.signInAs({ roles: ['parent'] })
      await database.update(contracts).set({ customerId: customer.userId }).where(eq(contracts.id, account.contractId))
      await school.move(account, { amount: 8_450_050, at: '2025-10-08T10:00:00Z', payerId: parent.userId })
      await school.ask(parent, childId)
      if (state === 'ready') await school.prepare()
      if (state === 'prepared')
        await database.update(taxCertificates).set({ state, amount: 8_450_050, preparedAt: new Date(now) })
      const { certificateUrl } = await school.studentOf(parent, childId)
      await database
        .update(guardianships)
        .set(rightsOfPreset.learning)
        .where(eq(guardianships.guardianId, parent.userId))
      await school.prepare()
      if (state === 'ready') expect((await parent.open(certificateUrl ?? '')).statusCode).toBe(404)
      else expect([await database.$count(taxCertificates), await messages()]).toEqual([0, []])
    },
  )

  test('skips a certificate that fails', async () => {
    const broken = await school.addPayer('Лев')
    const { parent, childId } = await school.addPayer()
    await school.ask(broken.parent, broken.childId)
    await school.ask(parent, childId)
    // A year that is no date.
    await server.opened.database
      .update(taxCertificates)
      .set({ state: 'prepared', year: -1 })
      .where(eq(taxCertificates.applicantId, broken.parent.userId))
    await school.prepare()
    expect((await school.studentOf(parent, childId)).certificate?.state).toBe('ready')
    const left = server.opened.database.$count(taxCertificates, eq(taxCertificates.state, 'prepared'))
    expect(await left).toBe(1)
  })
})

describe('The form', () => {
  const applicant = {
    uuid: 'a',
    lastName: 'Соколова',
    firstName: 'Ольга',
    patronym: 'Дмитриевна',
    taxNumber: taxNumbers.parent,
    bornOn: '1984-03-07',
  }
  const student = {
    uuid: 'b',
    lastName: 'Соколов',
    firstName: 'Артём',
    patronym: null,
    taxNumber: taxNumbers.child,
    bornOn: '2013-05-20',
  }
  const given = {
    number: '2025-000012',
    correction: 0,
    year: 2025,
    organisation: {
      name: 'АНО «Школа на Соколе»',
      taxNumber: '7799999010',
      taxReason: '779901001',
      signatory: 'Орлова Светлана Юрьевна',
    },
    applicant,
    student,
    amount: 8_450_005,
    isFullTime: true,
    madeOn: '2026-11-20',
  }

  test('has every field of KND 1151158', async () => {
    const { pages, info, roles } = await readPdf(await renderTaxCertificate(given))
    expect(pages).toEqual([
      [
        'ИНН организации 7799999010 КПП 779901001 Форма по КНД 1151158',
        'Справка об оплате образовательных услуг для представления в налоговый орган',
        'Номер справки 2025-000012 Номер корректировки 0 Отчётный год 2025',
        'Организация, оказавшая образовательные услуги Наименование АНО «Школа на Соколе»',
        'Физическое лицо (налогоплательщик), оплатившее образовательные услуги',
        'Фамилия Соколова Имя Ольга Отчество Дмитриевна ИНН 500100732259 Дата рождения 07.03.1984',
        'Налогоплательщик и обучаемый — одно лицо (0 — нет, 1 — да) 0 Обучение по очной форме (0 — нет, 1 — да) 1',
        'Физическое лицо, которому оказаны образовательные услуги',
        'Фамилия Соколов Имя Артём Отчество — ИНН 770000000082 Дата рождения 20.05.2013',
        'Сумма расходов на оказанные образовательные услуги Рублей 84500 Копеек 05',
        'Достоверность и полноту сведений подтверждаю',
        'Фамилия, имя, отчество Орлова Светлана Юрьевна Подпись Дата 20.11.2026',
      ].join(' '),
    ])
    expect(info).toMatchObject({
      Title: 'Справка об оплате образовательных услуг для представления в налоговый орган, 2025 год',
      Author: 'АНО «Школа на Соколе»',
      Language: 'ru-RU',
    })
    expect(roles).toEqual(expect.arrayContaining(['H1', 'H2', 'P']))
  })

  test('names a student who pays once, and does not mark recorded lessons as full-time', async () => {
    const { pages } = await readPdf(
      await renderTaxCertificate({ ...given, student: applicant, isFullTime: false, correction: 2 }),
    )
    expect(pages[0]).toContain('Номер корректировки 2')
    expect(pages[0]).toContain('одно лицо (0 — нет, 1 — да) 1 Обучение по очной форме (0 — нет, 1 — да) 0')
    expect(pages[0]).toContain('услуги Фамилия — Имя — Отчество — ИНН — Дата рождения —')
    expect(pages[0]?.match(/Соколова/g)).toHaveLength(1)
  })

  test('fits on its page and in its boxes with a name of two hundred letters', async () => {
    const name = 'Автономная некоммерческая организация дополнительного профессионального образования '.repeat(3).trim()
    const { pages } = await readPdf(
      await renderTaxCertificate({ ...given, organisation: { ...given.organisation, name } }),
    )
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain(name)
  })
})

test('Recorded lessons are distinguished from lessons with a teacher', async () => {
  const { parent, childId } = await school.addPayer()
  const recorded = await school.addAccount(childId, parent.userId, { format: 'video' })
  await school.move(recorded, { amount: 100, at: '2024-09-08T10:00:00Z' })
  for (const year of [2024, 2025]) await school.ask(parent, childId, { year })
  await school.prepare()
  const signs = []
  for (const year of [2024, 2025]) {
    const { certificateUrl } = await school.studentOf(parent, childId, year)
    const { pages } = await readPdf((await parent.open(certificateUrl ?? '')).rawPayload)
    signs.push(/очной форме \(0 — нет, 1 — да\) (\d)/.exec(pages[0] ?? '')?.[1])
  }
  expect(signs).toEqual(['0', '1'])
})
