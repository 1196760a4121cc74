import { describe, expect, test } from 'vitest'
import { type ContractPaper, contractPaper } from '#server/documents/contract-paper.ts'
import { makeDocument } from '#server/documents/document.ts'
import { demoSchool } from '#server/documents/payee.ts'
import { type TaxCertificate, taxCertificate } from '#server/documents/tax-certificate.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { type Box, drawPage, looksOf } from '#tests/support/pdf-picture.ts'

/** Of the page, on every side; as `margin` of the sheet has it. */
const margin = 48
const scale = 3
const pageOf = async (content: Buffer, page = 0) => looksOf(await drawPage(content, { scale, page }), scale)
type Looks = Awaited<ReturnType<typeof pageOf>>

/** A frame has its width of ink outside. */
function expectWhiteSides({ isWrittenIn, width, height }: Looks): void {
  expect(isWrittenIn({ left: 0, right: margin - 1, top: 0, bottom: height }, 245)).toBe(false)
  expect(isWrittenIn({ left: width - margin + 1, right: width, top: 0, bottom: height }, 245)).toBe(false)
  expect(isWrittenIn({ left: 0, right: width, top: 0, bottom: 24 }, 245)).toBe(false)
  expect(isWrittenIn({ left: 0, right: width, top: height - 24, bottom: height }, 245)).toBe(false)
}

describe('The certificate as it is drawn', () => {
  const person = {
    uuid: 'a',
    lastName: 'Соколова',
    firstName: 'Ольга',
    patronym: 'Дмитриевна',
    taxNumber: '500100732259',
    bornOn: '1984-03-07',
  }
  const usual: TaxCertificate = {
    number: '2025-000012',
    correction: 0,
    year: 2025,
    organisation: { ...demoSchool.PAYEE, signatory: demoSchool.PAYEE_SIGNATORY },
    applicant: person,
    student: { ...person, uuid: 'b', lastName: 'Соколов', firstName: 'Артём', patronym: null },
    amount: 8_450_005,
    isFullTime: true,
    madeOn: '2026-11-20',
  }
  const longName = { lastName: 'Рождественская-Константинопольская', firstName: 'Екатерина-Александра' }
  const long: TaxCertificate = {
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
  ])('is one page whose %s values stand in their boxes, each with its label above', async (_, given) => {
    const content = await taxCertificate(given)
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
        // Between a label and the next one.
        { ...label, left: right + 3, right: right + 7 },
      ]
      expect([frame, edges.map((edge) => looks.isWrittenIn(edge))]).toEqual([frame, edges.map(() => false)])
      expect([frame, looks.isWrittenIn({ ...label, left: left - 2, right })]).toEqual([frame, true])
    }
  })
})

describe('The contract as it is drawn', () => {
  const customer = 'Рождественская-Константинопольская Екатерина-Александра Абдурахмангаджиевна'
  const paper: ContractPaper = {
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
    payee: demoSchool.PAYEE,
    madeOn: '2026-11-20',
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

  test('leaves the margins white on each page, and its head and its foot stand apart', async () => {
    const { frame, parts } = contractPaper(paper)
    const content = await makeDocument(frame, parts)
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
  }, 30_000)
})
