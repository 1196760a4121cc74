// Database: none.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { PaymentKind, PaymentStatus } from '#contract/enumerations.ts'
import { allocateReceipt, allocateReturn, type LedgerLine, statusAfterPayment } from '#server/billing/ledger/ledger.ts'
import { isSamePayer, matchPayer } from '#server/billing/ledger/match-payer.ts'
import { createContext } from '#server/integration/format-types/format.ts'
import { describeFinding } from '#server/integration/format-types/reasons.ts'
import { noCounts } from '#server/integration/import/import-work.ts'
import { paymentsTable } from '#server/integration/single-files/payments.ts'

const moment = { now: new Date('2026-11-20T21:30:00Z'), timeZone: 'Europe/Moscow' }
const directory = mkdtempSync(join(tmpdir(), 'personal-account-receipts-'))
afterAll(() => rmSync(directory, { recursive: true }))

async function read(text: string) {
  const path = join(directory, 'file.csv')
  writeFileSync(path, text)
  const faults: string[] = []
  const rows = await paymentsTable.read(path, {
    ...createContext({ source: 'payments', ...moment }),
    name: 'f',
    counts: noCounts(),
    skipFaulty: false,
    isQuiet: false,
    onNote: () => undefined,
    onBytes: () => undefined,
    onFault(fault) {
      faults.push(describeFinding(fault, 'en').slice('f:'.length))
      expect(describeFinding(fault, 'ru')).toMatch(/[а-я]/)
    },
  })
  return { rows, faults }
}

const header = 'operation_id,contract,kind,amount,date,line,payer,other_contract'
const row = (changes: Record<string, string> = {}) =>
  Object.values({
    operation_id: '1',
    contract: '26-ФИЗ-1',
    kind: 'Поступление',
    amount: '8800',
    date: '2026-11-20',
    line: '',
    payer: '',
    other_contract: '',
    ...changes,
  })
    .map((cell) => `"${cell}"`)
    .join(',')

describe('A file', () => {
  test('of a bank is read with semicolons, a byte order mark and Russian words', async () => {
    const text = [
      '\ufeffContract;operation_id;amount;kind;date;payer',
      '26-ФИЗ-1;А-1;8 800,50;поступление;20.11.2026;СОКОЛОВА АННА',
      '',
      '26-ФИЗ-2;А-2;1;ReturnDS;2026-11-20T22:15:00+03:00;',
    ]
    expect(await read(text.join('\r\n'))).toEqual({
      faults: [],
      rows: [
        {
          line: 2,
          operationId: 'А-1',
          contract: '26-ФИЗ-1',
          kind: 'ReceivingDS',
          amount: 880_050,
          at: new Date('2026-11-20T09:00:00Z'),
          position: null,
          payer: 'СОКОЛОВА АННА',
          otherContract: null,
        },
        {
          line: 4,
          operationId: 'А-2',
          contract: '26-ФИЗ-2',
          kind: 'ReturnDS',
          amount: 100,
          at: new Date('2026-11-20T19:15:00Z'),
          position: null,
          payer: null,
          otherContract: null,
        },
      ],
    })
  })

  test('of Excel is read with blank rows, days with times and roubles', async () => {
    const rows = ['1;А;Поступление;1 000,00 ₽;20.11.2026 0:00', ';;;;;', '2;А;Поступление;5;20.11.2026 14:05;;']
    const { rows: found, faults } = await read(['operation_id;contract;kind;amount;date;', ...rows].join('\r\n'))
    expect(faults).toEqual([])
    expect(found.map(({ line, amount, at }) => [line, amount, at.toISOString()])).toEqual([
      [2, 100_000, '2026-11-20T09:00:00.000Z'],
      [4, 500, '2026-11-20T11:05:00.000Z'],
    ])
  })

  test.each([
    ['operation_id', '', 'operation_id: is empty'],
    ['operation_id', 'x'.repeat(101), 'operation_id: is longer than 100 characters'],
    ['contract', ' ', 'contract: is empty'],
    ['kind', 'Платёж', 'kind: “Платёж” is not a kind of operation'],
    ['kind', 'constructor', 'kind: “constructor” is not a kind of operation'],
    ['amount', '0,00', 'amount: “0.00” is not an amount above zero'],
    ['amount', '-5', 'amount: “-5.00” is not an amount above zero'],
    ['amount', '1.234', 'amount: “1.234” is not an amount such as 8800.50'],
    ['amount', '1e3', 'amount: “1e3” is not an amount such as 8800.50'],
    [
      'date',
      '2026-11-31',
      'date: “2026-11-31” is not a day or a time such as 2026-11-20, 20.11.2026 or 20.11.2026 14:05',
    ],
    [
      'date',
      '11/20/2026',
      'date: “11/20/2026” is not a day or a time such as 2026-11-20, 20.11.2026 or 20.11.2026 14:05',
    ],
    ['date', '22.11.2026', 'date: “2026-11-22” is in the future'],
    ['line', '0', 'line: “0” is not the number of a payment'],
    ['other_contract', '26-ФИЗ-2', 'other_contract: is only for transfers'],
    ['payer', 'Соко\ufffdова', 'payer: has lost letters (�): save the file as “CSV UTF-8” from its source'],
  ])('with %s «%s» is rejected with reason and line', async (name, value, message) => {
    expect((await read([header, row(), row({ [name]: value })].join('\n'))).faults).toEqual([`3 ${message}`])
  })

  test('of transfers requires another contract as target', async () => {
    const kind = 'Перенос на другой договор'
    const { faults, rows } = await read(
      [header, row({ kind }), row({ kind, other_contract: '26-ФИЗ-1' }), row({ kind, other_contract: 'Б' })].join('\n'),
    )
    expect(faults).toEqual(['2 other_contract: is needed for a transfer', '3 other_contract: is the contract itself'])
    expect(rows).toMatchObject([{ line: 4, kind: 'ReturnTransferDS', otherContract: 'Б' }])
  })

  test('reports all errors of a row, and rejects days after today in the school’s time zone', async () => {
    const { faults, rows } = await read(
      [header, row({ contract: '', amount: 'много' }), row({ date: '2026-11-21' })].join('\n'),
    )
    expect(faults).toEqual(['2 contract: is empty', '2 amount: “много” is not an amount such as 8800.50'])
    expect(rows.map(({ at }) => at)).toEqual([new Date('2026-11-21T09:00:00Z')])
  })

  test('with a character that the database cannot store is reported with the line', async () => {
    const { rows, faults } = await read([header, row({ payer: 'Анна\0' }), row({ operation_id: '2' })].join('\n'))
    expect([rows.length, faults]).toEqual([1, ['2 payer: contains U+0000 or a lone surrogate']])
  })

  test.each([
    ['', 'missing-columns', 'operation_id, contract, kind, amount, date'],
    ['operation_id,contract,kind,amount', 'missing-columns', 'date'],
    [`${header},sum`, 'unknown-columns', 'sum'],
  ])('that begins with «%s» is rejected', async (first, reason, value) => {
    await expect(read(`${first}\n`)).rejects.toMatchObject({ reason, value, line: 1 })
  })

  test('keeps every kopeck of a sum in any notation', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 999_999_999_999 }),
        fc.constantFrom(',', '.'),
        async (kopecks, sign) => {
          const whole = String(Math.floor(kopecks / 100)).replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0')
          const amount = `${whole}${sign}${String(kopecks % 100).padStart(2, '0')}`
          expect((await read([header, row({ amount })].join('\n'))).rows).toMatchObject([{ amount: kopecks }])
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('the ledger', () => {
  const line = (
    position: number,
    amount: number,
    paid: number,
    status: PaymentStatus = 'Open',
    { dueOn = `2026-0${position}-05`, kind = 'stage' }: { dueOn?: string; kind?: PaymentKind } = {},
  ): LedgerLine => ({
    id: `${position}`,
    kind,
    position,
    dueOn,
    amount,
    paid,
    status,
  })

  test.each([
    ['Open', 100, 'Closed'],
    ['Error', 100, 'Closed'],
    ['DeferredPayment', 100, 'Closed'],
    ['Canceled', 100, 'Canceled'],
    ['Closed', 99, 'Open'],
    ['Error', 1, 'Open'],
    ['Error', 0, 'Error'],
    ['DeferredPayment', 1, 'DeferredPayment'],
    ['Canceled', 0, 'Canceled'],
    ['Open', 1, 'Open'],
  ] as const)('makes a payment that is %s, with %d of 100 paid, %s', (status, paid, expected) => {
    expect(statusAfterPayment(line(1, 100, paid, status))).toBe(expected)
  })

  test.each(['bank', 'fund'] as const)('defers a returned payment of a %s again', (kind) => {
    expect(statusAfterPayment(line(1, 100, 99, 'Closed', { kind }))).toBe('DeferredPayment')
  })

  test.each([
    ['Closed', 99, 'Canceled'],
    ['Open', 0, 'Canceled'],
    ['Error', 1, 'Canceled'],
    ['Closed', 100, 'Closed'],
  ] as const)('makes a refunded payment that is %s, with %d of 100 paid, %s', (status, paid, expected) => {
    expect(statusAfterPayment(line(1, 100, paid, status), { isRefunded: true })).toBe(expected)
  })

  test('loses no kopeck, and pays no payment above its amount', () => {
    const lines = fc.array(fc.record({ amount: fc.nat(1000), share: fc.double({ min: 0, max: 1, noNaN: true }) }), {
      maxLength: 9,
    })
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 5000 }), (given, amount) => {
        const planned = given.map((each, index) => line(index + 1, each.amount, Math.floor(each.amount * each.share)))
        for (const [moves, most] of [
          [allocateReceipt(planned, amount), (each: LedgerLine) => each.amount - each.paid],
          [allocateReturn(planned, amount), (each: LedgerLine) => each.paid],
        ] as const) {
          const room = planned.reduce((sum, each) => sum + most(each), 0)
          expect(moves === null).toBe(amount > room)
          expect(moves?.every((move) => move.amount > 0 && move.amount <= most(move.line)) ?? true).toBe(true)
          expect(moves?.reduce((sum, move) => sum + move.amount, 0) ?? amount).toBe(amount)
        }
      }),
    )
  })
})

describe('A payer', () => {
  const people = [
    { id: 'mother', lastName: 'Соколова', firstName: 'Алёна', patronym: 'Викторовна' },
    { id: 'father', lastName: 'Ким', firstName: 'Ли', patronym: null },
    { id: 'leyla', lastName: 'Мамедова', firstName: 'Лейла', patronym: 'Гусейн кызы' },
    { id: 'rashid', lastName: 'Алиев', firstName: 'Рашид', patronym: 'Вагиф-оглы' },
    { id: 'shaun', lastName: 'О’Коннор', firstName: 'Шон', patronym: null },
    { id: 'pyotr', lastName: 'Салтыков-Щедрин', firstName: 'Пётр', patronym: 'Ильич' },
    { id: 'aliya', lastName: 'Әлімова', firstName: 'Қуаныш', patronym: null },
    { id: 'suharto', lastName: '', firstName: 'Сухарто', patronym: null },
  ]
  test.each([
    ['Соколова Алёна Викторовна', 'mother'],
    ['СОКОЛОВА  АЛЕНА ВИКТОРОВНА', 'mother'],
    ['Соколова Алёна', 'mother'],
    ['Алёна Викторовна Соколова', 'mother'],
    ['Алена Соколова', 'mother'],
    ['Соколова А.В.', 'mother'],
    ['А. В. Соколова', 'mother'],
    ['«Соколова Алёна Викторовна»', 'mother'],
    ['СОКОЛОВА АЛЕНА ВИКТОРОВНА//Г МОСКВА УЛ ЛЕНИНА Д 1 КВ 2//', 'mother'],
    ['Соколова Алёна Викторовна ИНН 500100732259', 'mother'],
    ['Ким Ли', 'father'],
    ['Ким Ли Иванович', 'father'],
    ['МАМЕДОВА ЛЕЙЛА ГУСЕЙН КЫЗЫ', 'leyla'],
    ['Мамедова Лейла Гусейн-кызы', 'leyla'],
    ['Мамедова Лейла Гусейн қызы', 'leyla'],
    ['Мамедова Лейла Гусейнкызы', 'leyla'],
    ['МАМЕДОВА ЛЕЙЛА ГУСЕЙН', 'leyla'],
    ['МАМЕДОВА ЛЕЙЛА', 'leyla'],
    ['АЛИЕВ РАШИД ВАГИФ ОГЛЫ', 'rashid'],
    ['Алиев Рашид Вагиф углы', 'rashid'],
    ["О'Коннор Шон", 'shaun'],
    ['О КОННОР ШОН', 'shaun'],
    ['ОКОННОР ШОН', 'shaun'],
    ['О‘Коннор Шон Патрикович', 'shaun'],
    ['САЛТЫКОВ ЩЕДРИН ПЕТР ИЛЬИЧ', 'pyotr'],
    ['Салтыков – Щедрин Пе\u0308тр', 'pyotr'],
    ['АЛИМОВА КУАНЫШ', 'aliya'],
    ['Сухарто', 'suharto'],
    ['Соколова Алёна Петровна', null],
    ['Соколова', null],
    ['Соколова Б.В.', null],
    ['Соколова Алёна Викторовна Младшая', null],
    ['Сухарто Иван', null],
    ['ООО «Ромашка»', null],
    ['//', null],
    ['', null],
  ])('«%s» is %s', (name, expected) => {
    expect(matchPayer(name, people)).toEqual(expected === null ? { kind: 'none' } : { kind: 'one', id: expected })
  })

  test('is none if two people fit, and the one whose whole name is written otherwise', () => {
    const [anna, alla] = [
      { id: 'anna', lastName: 'Белова', firstName: 'Анна', patronym: 'Ильинична' },
      { id: 'alla', lastName: 'Белова', firstName: 'Алла', patronym: 'Игоревна' },
    ]
    const namesake = { ...anna, id: 'namesake', patronym: null }
    expect(matchPayer('Белова А.И.', [anna, alla])).toEqual({ kind: 'several', people: [anna, alla] })
    expect(matchPayer('Белова Анна Ильинична', [anna, namesake])).toEqual({ kind: 'one', id: 'anna' })
    expect(matchPayer('Белова Анна Ильинична', [anna, { ...anna, id: 'another' }]).kind).toBe('several')
    // The customer is a guardian too.
    expect(matchPayer('Белова А.', [anna, anna])).toEqual({ kind: 'one', id: 'anna' })
  })

  test.each([
    ['Петров Фёдор Ильич', 'ПЕТРОВ ФЕДОР ИЛЬИЧ', true],
    ['Петров Фёдор Ильич', 'Петров Ф.И.', true],
    ['Петров Фёдор Ильич', 'Фёдор Петров//Москва', true],
    ['Петров Фёдор Ильич', 'Петров Фёдор Игоревич', false],
    ['Петров Ф.И.', 'Петров Ф.А.', false],
    ['Петров', 'Петров Фёдор', false],
    ['ООО «Ромашка»', 'ООО Ромашка', true],
  ])('«%s» and «%s» are one person: %s', (one, other, isOne) => {
    expect([isSamePayer(one, other), isSamePayer(other, one)]).toEqual([isOne, isOne])
  })
})
