import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import type { Database } from '#server/db/client.ts'
import { comparePaid, makeStatement } from './payment-flows.ts'

test('Money that one person has lost and another has paid twice is both', () => {
  const wanted = [
    { contractId: 'one', amount: 100 },
    { contractId: 'other', amount: 100 },
    { contractId: 'third', amount: 100 },
  ]
  const paid = new Map([
    ['other', 200],
    ['third', 100],
  ])
  expect(comparePaid(wanted, paid)).toEqual({ paid: 300, lost: 100, doubled: 100 })
})

test('A statement has the sum of each contract, in whatever order the database has them', async () => {
  const person = (contractId: string, amount: number) => ({ cookie: '', contractId, paymentUuid: '', amount })
  const row = (id: string) => ({ id, number: `Н-${id}`, day: '2026-10-14' })
  const database = { execute: async () => ({ rows: [row('other'), row('one')] }) } as unknown as Database
  const statement = await makeStatement(database, [person('one', 100), person('other', 200)], tmpdir())
  expect(statement.toString().match(/^(Сумма=|НазначениеПлатежа=).*(?=\r)/gm)).toEqual([
    ...['Сумма=2.00', 'НазначениеПлатежа=Оплата обучения по договору Н-other'],
    ...['Сумма=1.00', 'НазначениеПлатежа=Оплата обучения по договору Н-one'],
  ])
})
