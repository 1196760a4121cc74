// Database: none.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountInWords, formatRoubles } from '#server/documents/amount-in-words.ts'
import { renderDocument } from '#server/documents/pdf-document.ts'
import { readEnv } from '#server/environment/env.ts'
import { billNumber, billNumbersIn } from '#server/payment-details/bill-number.ts'
import {
  dividedPartId,
  documentPartId,
  outsideOperationId,
  paymentNumberOf,
  providerOperationId,
  registryOperationId,
  statementOperationId,
} from '#server/payment-details/payment-number.ts'
import { buildPaymentQrCode, buildPaymentText, type PaymentOrder } from '#server/payment-details/payment-qr-code.ts'
import { drawPage, readCodes } from '#tests/support/documents/pdf-picture.ts'

const payee = readEnv({}).PAYEE
const order = {
  payee,
  amount: 880_000,
  contractNumber: '26-ФИЗ-01234567',
  purpose: '2-й платёж, Соколов Артём Дмитриевич',
  payerLastName: 'Соколова',
} satisfies PaymentOrder

const fieldsOf = (text: string) =>
  text
    .split('|')
    .slice(1)
    .map((field) => field.split(/=(.*)/s, 2))
const required = ['Name', 'PersonalAcc', 'BankName', 'BIC', 'CorrespAcc']
const standard = [...required, 'Sum', 'Purpose', 'PayeeINN', 'KPP', 'LastName', 'Contract']

describe('The text of a payment code', () => {
  test('has the payee, the sum and the purpose with the contract first, then as much else as fits', () => {
    const short = { ...payee, name: 'АНО «Школа»', bank: 'АО «Банк»' }
    expect(buildPaymentText({ ...order, payee: short, purpose: '2-й платёж' })).toBe(
      'ST00012|Name=АНО «Школа»|PersonalAcc=40703810300000000135|BankName=АО «Банк»|BIC=044525999|CorrespAcc=30101810845250000999|Sum=880000|Purpose=Договор 26-ФИЗ-01234567, 2-й платёж|PayeeINN=7799999010|KPP=779901001|LastName=Соколова|Contract=26-ФИЗ-01234567',
    )
  })

  test('names the number of a bill for several contracts', () => {
    const { contractNumber: _, ...common } = order
    const text = buildPaymentText({ ...common, billNumber: billNumber(1_000_017), purpose: 'обучение, договоры' })
    const { Purpose = '' } = Object.fromEntries(fieldsOf(text))
    expect(Purpose).toBe('Счёт СЧ-1000017, обучение, договоры')
    expect(billNumbersIn(Purpose)).toEqual([1_000_017])
  })

  test.each([
    ['Оплата по счету сч 1000017 за обучение', [1_000_017]],
    ['СЧ–1000017, СЧ-1000018;СЧ-1000017', [1_000_017, 1_000_018]],
    ['C Latin letter: CЧ-1000017', [1_000_017]],
    ['р/сч 40703810300000000135, счёт 1000017, КСЧ-1000017', []],
  ])('the numbers of bills in “%s”', (purpose, numbers) => {
    expect(billNumbersIn(purpose)).toEqual(numbers)
  })

  const word = fc.string({ unit: 'grapheme', maxLength: 60 })
  const orders = fc.record({
    payee: fc.record({
      name: fc.string({ unit: fc.constantFrom(...'АБВ «»-xyz'), minLength: 1, maxLength: 20 }),
      taxNumber: fc.constantFrom('7799999010', '500100732259'),
      taxReason: fc.constantFrom('779901001', null),
      account: fc.constant(payee.account),
      bank: fc.string({ unit: fc.constantFrom(...'АБВ «»-xyz'), minLength: 1, maxLength: 20 }),
      bankCode: fc.constant(payee.bankCode),
      correspondentAccount: fc.constant(payee.correspondentAccount),
    }),
    amount: fc.integer({ min: 1, max: 999_999_999_999 }),
    contractNumber: fc.stringMatching(/^\d{2}-[А-Я]{2,6}-\d{1,8}$/),
    purpose: fc.oneof(word, fc.constantFrom('Оплата | за 👩‍🎓 и é\n2-й платёж', '|||', '')),
    payerLastName: fc.oneof(word, fc.constantFrom('Салтыков-Щедрин|', 'Ли')),
  })

  test('is one line of at most 300 bytes in the order of the standard with whole words, for any payment', () => {
    fc.assert(
      fc.property(orders, (given) => {
        const text = buildPaymentText(given)
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(300)
        expect(text).toMatch(/^ST00012\|[^\n\r\t]+$/)
        expect(Buffer.from(text).toString()).toBe(text)
        const names = fieldsOf(text).map(([name]) => name ?? '')
        expect(names.slice(0, 7)).toEqual([...required, 'Sum', 'Purpose'])
        expect(names).toEqual(standard.filter((name) => names.includes(name)))
        const { Sum, Purpose, PersonalAcc } = Object.fromEntries(fieldsOf(text))
        expect([Sum, PersonalAcc]).toEqual([String(given.amount), payee.account])
        expect(Purpose).toContain(`Договор ${given.contractNumber}`)
      }),
      { numRuns: 500 },
    )
  })

  test('can be decoded from the QR code by another library', async () => {
    await fc.assert(
      fc.asyncProperty(orders, async (given) => {
        expect(await readCodes(pictureOf(buildPaymentQrCode(given)))).toEqual([buildPaymentText(given)])
      }),
      { numRuns: 60 },
    )
  })

  test('can be decoded from the rendered page, small as for a phone and at the resolution of a printer', async () => {
    await fc.assert(
      fc.asyncProperty(orders, fc.constantFrom(1.5, 2, 3.1, 4.17), async (given, scale) => {
        const code = { squares: buildPaymentQrCode(given), alt: 'Код', caption: 'Код' }
        const slip = { title: 'Извещение', code, facts: [], sum: ['Сумма', '1 ₽'], sign: '' } as const
        const frame = { title: 'Счёт', about: '', madeOn: '' }
        const content = await renderDocument(frame, [{ kind: 'slip', ...slip }])
        expect(await readCodes(await drawPage(content, { scale }))).toEqual([buildPaymentText(given)])
      }),
      { numRuns: process.env.TEST_ALL ? 12 : 4 },
    )
  })
})

/** Three dots a module. */
function pictureOf(squares: boolean[][]) {
  const side = squares.length * 3
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      if (squares[Math.floor(y / 3)]?.[Math.floor(x / 3)]) data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
  return { width: side, height: side, data }
}

test.each([
  ['4421', '4421'],
  ['1C/2026-11-20/1/45/1200000/40817810000000000001', '1/45'],
  ['REG/2026-11-20/770/1200000#2', '770'],
  ['1C/2026-11-20/45/1200000/40817810000000000001/2', '45'],
  ['1C/2026-11-20/1/45/1200000/7707083893/12', '1/45'],
  ['1C/2026-11-20/45/1200000/', '45'],
  ['1C/2026-11-20/45/1200000//2', '45'],
  ['1C/2026-11-20/45/1200000/40817810000000000001#1/2', '45'],
  ['REG/2026-11-20/770/1200000/3', '770'],
  ['REG/2026-11-20/7/70/1200000', '7/70'],
  // What is cut off at 100 characters.
  [`1C/2026-11-20/${'9'.repeat(90)}`.slice(0, 100), null],
  ['outside/2026-11-20/45/0c5f', '45'],
  ['yookassa/2d5f8a10-000f', '2d5f8a10-000f'],
  ['transfer/2026-11-20/45', null],
  ['termination/0c5f', null],
])('of the id %s the number of a payment is %s', (id, number) => {
  expect(paymentNumberOf(id)).toBe(number)
})

describe('A sum', () => {
  test.each([
    [0, '0,00 ₽', 'Ноль рублей 00 копеек'],
    [1, '0,01 ₽', 'Ноль рублей 01 копейка'],
    [100, '1,00 ₽', 'Один рубль 00 копеек'],
    [202, '2,02 ₽', 'Два рубля 02 копейки'],
    [1_111, '11,11 ₽', 'Одиннадцать рублей 11 копеек'],
    [2_121, '21,21 ₽', 'Двадцать один рубль 21 копейка'],
    [100_00, '100,00 ₽', 'Сто рублей 00 копеек'],
    [1_000_00, '1 000,00 ₽', 'Одна тысяча рублей 00 копеек'],
    [2_512_00, '2 512,00 ₽', 'Две тысячи пятьсот двенадцать рублей 00 копеек'],
    [8_800_50, '8 800,50 ₽', 'Восемь тысяч восемьсот рублей 50 копеек'],
    [11_001_00, '11 001,00 ₽', 'Одиннадцать тысяч один рубль 00 копеек'],
    [21_000_00, '21 000,00 ₽', 'Двадцать одна тысяча рублей 00 копеек'],
    [314_642_00, '314 642,00 ₽', 'Триста четырнадцать тысяч шестьсот сорок два рубля 00 копеек'],
    [1_000_000_00, '1 000 000,00 ₽', 'Один миллион рублей 00 копеек'],
    [952_003_019_99, '952 003 019,99 ₽', 'Девятьсот пятьдесят два миллиона три тысячи девятнадцать рублей 99 копеек'],
  ])('%d kopecks is %s, %s', (kopecks, figures, words) => {
    expect([formatRoubles(kopecks).replaceAll('\u00a0', ' '), amountInWords(kopecks)]).toEqual([figures, words])
  })
})

test('the number of a payment is read from each id that is written, also of a part', () => {
  const document = { day: '2026-11-20', number: '1/45', kopecks: 1_200_000 }
  const ofBank = [
    statementOperationId({ ...document, payer: '40817810000000000001' }),
    statementOperationId({ ...document, payer: '7707083893' }),
    statementOperationId({ ...document, payer: '' }),
    registryOperationId(document),
  ]
  const ids = [
    ...ofBank.flatMap((id) => [
      id,
      documentPartId(id, 2),
      dividedPartId(id, 1),
      dividedPartId(documentPartId(id, 1), 12),
    ]),
    outsideOperationId('2026-11-20/1/45', '0c5f2d5f-8a10-4000-8000-000000000001'),
    providerOperationId('yookassa', '1/45'),
  ]
  expect(new Set(ids.map(paymentNumberOf))).toEqual(new Set(['1/45']))
  expect(ids).toContain('1C/2026-11-20/1/45/1200000/7707083893#1/12')
})
