import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'

/** People and contracts of the office's tasks. */
export type StuckCases = {
  child: string
  guardian: string
  phone: string
  /** Numbers of contracts, by what is to be done with them. */
  contracts: Record<ContractCase, string>
  /** Why a message was given up. */
  failure: string
}

type ContractCase =
  | 'remind'
  | 'paper'
  | 'freeze'
  | 'move'
  | 'split'
  | 'pay'
  | 'cancel'
  | 'place'
  | 'late'
  | 'transferred'

const failure = 'no such mailbox'
const amount = 880_000

/**
 * Adds a family to the demo school with something in each queue that the demo leaves empty: contracts that are neither
 * signed nor paid, a place that is about to be lost, overdue payments, money of the bank without a contract, a message that
 * was given up, and a request to delete data.
 */
export async function addStuckCases(database: Database): Promise<StuckCases> {
  const [guardianId, childId] = [randomUUID(), randomUUID()]
  const numberOf = (name: ContractCase) => `26-КОР-${name.toUpperCase()}`
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`
      insert into users (id, last_name, first_name, patronym, email, phone, subject) values
        (${guardianId}, 'Королёва', 'Вера', 'Павловна', 'vera@office.example', '+79005550101', 'office-guardian'),
        (${childId}, 'Королёв', 'Илья', 'Сергеевич', null, null, null)`)
    await transaction.execute(sql`
      insert into user_roles (user_id, role) values (${guardianId}, 'parent'), (${childId}, 'student')`)
    await transaction.execute(sql`
      insert into guardianships (guardian_id, child_id) values (${guardianId}, ${childId})`)
    const add = async (name: ContractCase, { isOpen = false, dueIn = -10, paymentStatus = 'Open' } = {}) => {
      const id = randomUUID()
      // Only a place in a group can be lost.
      const group = name === 'place' ? sql`(select id from study_groups order by id limit 1)` : sql`null`
      await transaction.execute(sql`
        insert into contracts
          (id, number, status, student_id, customer_id, campaign_id, program_id, group_id, format, payment_scheme, total,
            created_at, needs_signatures)
        values (${id}, ${numberOf(name)}, ${isOpen ? 'Open' : 'Concluded'}, ${childId}, ${guardianId},
          (select id from campaigns where kind = 'year' order by id limit 1),
          (select id from programs order by id limit 1), ${group}, 'webinar', 'StepByStep', ${2 * amount},
          now() - interval '6 days', ${name === 'remind' || name === 'paper'})`)
      await transaction.execute(sql`
        insert into payments (contract_id, position, title, due_on, amount, status) values
          (${id}, 1, '1-й платёж', current_date + ${dueIn}::int, ${amount}, ${paymentStatus}),
          (${id}, 2, '2-й платёж', current_date + 60, ${amount}, 'Open')`)
    }
    for (const name of ['remind', 'paper'] as const) await add(name, { isOpen: true, dueIn: 4 })
    await add('place', { isOpen: true, dueIn: -6 })
    for (const name of ['move', 'split', 'pay', 'transferred'] as const) await add(name)
    await add('freeze', { dueIn: 4 })
    await add('cancel', { paymentStatus: 'Error' })
    await add('late', { dueIn: -200 })
    await transaction.execute(sql`
      insert into bank_lines (key, file_name, at, amount, payer_name, purpose, doubt, created_at) values
        ('office', 'vypiska.txt', now() - interval '1 day', ${amount}, 'Королёва Вера Павловна',
          ${`Оплата обучения, договор ${numberOf('transferred')}, Королёв Илья`}, 'no-contract', now())`)
    await transaction.execute(sql`
      insert into deliveries (channel, target, user_id, kind, language, queued_at, failure) values
        ('email', 'vera@office.example', ${guardianId}, 'digest', 'ru', now(), ${failure})`)
    await transaction.execute(sql`
      insert into data_requests (kind, subject_id, requested_by_id, requested_at, due_on) values
        ('deletion', ${childId}, ${guardianId}, now(), current_date + 14)`)
    await transaction.execute(sql`
      insert into tax_certificates
        (number, year, applicant_id, student_id, amount, state, requested_at, prepared_at, ready_at, file)
      values ('2025-OFFICE', 2025, ${guardianId}, ${childId}, ${amount}, 'ready', now(), now(), now(), '%PDF-1.7')`)
  })
  const names = ['remind', 'paper', 'freeze', 'move', 'split', 'pay', 'cancel', 'place', 'late', 'transferred'] as const
  return {
    child: 'Королёв Илья',
    guardian: 'Королёва Вера',
    phone: '89005550101',
    failure,
    contracts: Object.fromEntries(names.map((name) => [name, numberOf(name)])) as Record<ContractCase, string>,
  }
}
