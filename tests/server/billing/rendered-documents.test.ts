import { describe, expect, test } from 'vitest'
import { buildContractDocument, type ContractDocument } from '#server/documents/contract-document.ts'
import { renderDocument } from '#server/documents/pdf-document.ts'
import { renderTaxCertificate, type TaxCertificateContent } from '#server/documents/tax-certificate.ts'
import { demoPayee } from '#server/environment/payee.ts'
import { readPdf } from '#tests/support/documents/pdf.ts'
import { type Box, drawPage, looksOf } from '#tests/support/documents/pdf-picture.ts'

/** The page margin on every side; equals `margin` of the document. */
const margin = 48
const scale = 3
const pageOf = async (content: Buffer, page = 0) => looksOf(await drawPage(content, { scale, page }), scale)
type Looks = Awaited<ReturnType<typeof pageOf>>

/** The stroke of a frame lies outside it. */
function expectWhiteSides({ isWrittenIn, width, height }: Looks): void {
  expect(isWrittenIn({ left: 0, right: margin - 1, top: 0, bottom: height }, 245)).toBe(false)
  expect(isWrittenIn({ left: width - margin + 1, right: width, top: 0, bottom: height }, 245)).toBe(false)
  expect(isWrittenIn({ left: 0, right: width, top: 0, bottom: 24 }, 245)).toBe(false)
  expect(isWrittenIn({ left: 0, right: width, top: height - 24, bottom: height }, 245)).toBe(false)
}

describe('The rendered certificate', () => {
  const person = {
    uuid: 'a',
    lastName: 'Соколова',
    firstName: 'Ольга',
    patronym: 'Дмитриевна',
    taxNumber: '500100732259',
    bornOn: '1984-03-07',
  }
  const usual: TaxCertificateContent = {
    number: '2025-000012',
    correction: 0,
    year: 2025,
    organisation: { ...demoPayee.PAYEE, signatory: demoPayee.PAYEE_SIGNATORY },
    applicant: person,
    student: { ...person, uuid: 'b', lastName: 'Соколов', firstName: 'Артём', patronym: null },
    amount: 8_450_005,
    isFullTime: true,
    madeOn: '2026-11-20',
  }
  const longName = { lastName: 'Рождественская-Константинопольская', firstName: 'Екатерина-Александра' }
  const long: TaxCertificateContent = {
    ...usual,
    applicant: { ...person, ...longName, patronym: 'Абдурахмангаджиевна' },
    student: { ...person, ...longName, uuid: 'b', patronym: 'Абдурахмангаджиевна' },
    organisation: {
      ...usual.organisation,
      name: 'Автономная некоммерческая общеобразовательная организация дополнительного образования «Школа на Соколе»',
      signatory: 'Рождественская-Константинопольская Екатерина-Александра Абдурахмангаджиевна',
    },
    amount: 999_999_999_99,
  }

  test.each([
    ['usual', usual],
    ['long', long],
  ])('has one page with the %s values in their boxes, each below its label', async (_, given) => {
    const content = await renderTaxCertificate(given)
    expect((await readPdf(content)).pages).toHaveLength(1)
    const looks = await pageOf(content)
    expectWhiteSides(looks)
    const frames = looks.framesOf(22)
    // As many as the form has fields.
    expect(frames).toHaveLength(24)
    const isFilled = ({ left, right, top, bottom }: Box) =>
      looks.isWrittenIn({ left: left + 7, right: right - 7, top: top + 2, bottom: bottom - 2 })
    // The signature is written by hand.
    expect(frames.filter((frame) => !isFilled(frame))).toHaveLength(1)
    for (const frame of frames) {
      const { left, right, top, bottom } = frame
      const inside = { top: top + 2, bottom: bottom - 2 }
      const label = { top: top - 13, bottom: top - 1 }
      const edges = [
        { ...inside, left: left - 1, right: left + 4 },
        { ...inside, left: right - 4, right: right + 1 },
        { left, right, top: top - 1, bottom: top + 1.5 },
        { left, right, top: bottom - 1.5, bottom: bottom + 1 },
        // The space between two labels.
        { ...label, left: right + 3, right: right + 7 },
      ]
      expect([frame, edges.map((edge) => looks.isWrittenIn(edge))]).toEqual([frame, edges.map(() => false)])
      expect([frame, looks.isWrittenIn({ ...label, left: left - 2, right })]).toEqual([frame, true])
    }
  })
})

describe('The rendered contract', () => {
  const customer = 'Рождественская-Константинопольская Екатерина-Александра Абдурахмангаджиевна'
  const paper: ContractDocument = {
    number: '26-МАТ-00012345',
    status: 'Concluded',
    concludedOn: '2026-08-20',
    customer,
    student: customer,
    program: 'Олимпиадная математика и физика для тех, кто хочет знать больше, чем рассказывают в школе, 8 класс',
    schoolYear: '2026/2027',
    startsOn: '2026-09-01',
    endsOn: '2027-05-31',
    group: 'МАТ-8-А, подготовка к всероссийской олимпиаде',
    territory: 'Сокол',
    format: 'offline',
    total: 99_999_999_99,
    payee: demoPayee.PAYEE,
    madeOn: '2026-11-20',
    agreement: null,
    signatures: [],
    needsSignatures: false,
    payments: Array.from({ length: 40 }, (_, index) => ({
      position: index + 1,
      title:
        index % 3
          ? 'Собственные средства, остаток'
          : 'Доплата за другую группу, в которой занятий больше, чем в прежней',
      dueOn: '2026-11-25',
      amount: 99_999_999_99,
      isCanceled: index % 2 === 0,
    })),
  }

  test('leaves the margins of each page white, and separates header and footer from the text', async () => {
    const { frame, parts } = buildContractDocument(paper)
    const content = await renderDocument(frame, parts)
    const { pages } = await readPdf(content)
    expect(pages.length).toBeGreaterThan(1)
    for (const [index] of pages.entries()) {
      const looks = await pageOf(content, index)
      expectWhiteSides(looks)
      const { width, height } = looks
      const across = { left: margin, right: width - margin }
      const head = { ...across, top: margin - 14, bottom: margin - 2 }
      expect(looks.isWrittenIn(head)).toBe(true)
      expect(looks.widestGapIn(head)).toBeGreaterThan(8)
      expect(looks.isWrittenIn({ ...across, top: margin + 4, bottom: margin + 20 })).toBe(false)
      const foot = height - margin + 8
      expect(looks.isWrittenIn({ ...across, top: foot, bottom: foot + 10 })).toBe(true)
      expect(looks.isWrittenIn({ ...across, top: foot - 16, bottom: foot - 1 })).toBe(false)
    }
  })

  test('keeps a heading and the lines below it on one page, whatever the number of payments', async () => {
    for (let count = 1; count <= 30; count += 1) {
      const { frame, parts } = buildContractDocument({ ...paper, payments: paper.payments.slice(0, count) })
      const { pages } = await readPdf(await renderDocument(frame, parts))
      const last = pages.at(-1) ?? ''
      expect([count, last.includes('6. Реквизиты исполнителя'), last.includes('Корр. счёт')]).toEqual([
        count,
        true,
        true,
      ])
      const ofTotal = pages.find((page) => page.includes('Всего')) ?? ''
      expect([count, ofTotal.includes('В назначении платежа')]).toEqual([count, true])
    }
  })
})
