import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { ImportDetails } from '#contract/integration/imports.ts'
import { createSession } from '#server/auth/sessions/session-store.ts'
import type { Database } from '#server/db/client.ts'
import { enqueue } from '#server/queues/enqueue.ts'
import { writeBankFile } from '#tests/support/billing/bank-files.ts'
import type { PayingPerson } from '#tests/support/billing/paying-people.ts'

/** Signs an administrator in, who has just entered a one-time code. */
export async function signStaffIn(database: Database): Promise<{ cookie: string }> {
  const [id, now] = [randomUUID(), new Date()]
  await database.execute(sql`insert into users (id, first_name, last_name) values (${id}, 'Ольга', 'Белова')`)
  await database.execute(sql`insert into user_roles (user_id, role) values (${id}, 'administrator')`)
  const device = { browser: null, system: null, address: null }
  const session = await createSession(database, { userId: id, idToken: 'none', device, now })
  await database.execute(sql`update sessions set two_factor_last_check = now() where id = ${session.id}`)
  return { cookie: `lk_session=${session.token}` }
}

type Sent = { cookie: string; key?: string; type?: string; body?: BodyInit; fileName?: string }

/** A request of our own pages; throws unless it is answered with success. */
export async function request(
  url: string,
  { cookie, key, type, body, fileName }: Sent,
  method = 'POST',
): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    headers: {
      cookie,
      'x-requested-with': 'lk',
      'sec-fetch-site': 'same-origin',
      ...(key && { 'idempotency-key': key }),
      ...(type && { 'content-type': type }),
      ...(fileName && { 'x-file-name': fileName }),
    },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}

/** Repeats a request of a person for two minutes. */
export async function repeated<Result>(request: () => Promise<Result>, everyMs = 300): Promise<Result> {
  const end = Date.now() + 120_000
  while (true) {
    try {
      return await request()
    } catch (error) {
      if (Date.now() > end) throw error
      await pause(everyMs)
    }
  }
}

/** The second instalment of a contract, whose first payment has kept the card, is announced for today. */
export async function announceCharge(database: Database, { contractId }: PayingPerson): Promise<void> {
  await database.execute(sql`update autopays set from_on = current_date - 5 where contract_id = ${contractId}`)
  // The job of messages puts a charge off to the day of its instalment.
  await database.execute(sql`
    update payments set due_on = current_date where contract_id = ${contractId} and position = 2`)
  const { rowCount } = await database.execute(sql`
    insert into autopay_charges (autopay_id, payment_id, amount, charge_on, announced_at)
    select autopays.id, payments.id, amount, current_date, now() - interval '4 days'
    from autopays join payments on payments.contract_id = autopays.contract_id and position = 2
    where autopays.contract_id = ${contractId} and state = 'on'
    on conflict (autopay_id, payment_id) do update set charge_on = current_date, announced_at = now() - interval '4 days'`)
  if (rowCount === 0) throw new Error('The contract has no automatic payments')
}

/** Kopecks that the ledger has for each of these contracts, however they came. */
export async function readPaid(database: Database, contractIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await database.execute<{ id: string; paid: number }>(sql`
    select contract_id as id, sum(paid)::float8 as paid from payment_balances
    where contract_id = any(${sql.param(contractIds)}::uuid[]) group by contract_id`)
  return new Map(rows.map(({ id, paid }) => [id, paid]))
}

/** Kopecks by person, so that what one has lost and another has got twice are not the same as nothing. */
export function comparePaid(
  wanted: readonly { contractId: string; amount: number }[],
  paidOf: ReadonlyMap<string, number>,
): { paid: number; lost: number; doubled: number } {
  const sums = { paid: 0, lost: 0, doubled: 0 }
  for (const { contractId, amount } of wanted) {
    const paid = paidOf.get(contractId) ?? 0
    sums.paid += paid
    sums.lost += Math.max(0, amount - paid)
    sums.doubled += Math.max(0, paid - amount)
  }
  return sums
}

/** A statement of 1C that has the first instalment of each of these contracts. */
export async function makeStatement(
  database: Database,
  people: readonly PayingPerson[],
  directory: string,
): Promise<Buffer> {
  const amounts = new Map(people.map(({ contractId, amount }) => [contractId, amount]))
  const { rows } = await database.execute<{ id: string; number: string; day: string }>(sql`
    select id, number, current_date::text as day from contracts
    where id = any(${sql.param([...amounts.keys()])}::uuid[])`)
  const path = join(directory, `${randomUUID()}.txt`)
  const run = randomUUID().slice(0, 8)
  writeBankFile(
    path,
    'exchange',
    rows.map(({ id, number, day }, at) => ({
      number: `${run}-${at}`,
      day,
      amount: amounts.get(id) ?? 0,
      payer: 'Соколова Мария',
      purpose: `Оплата обучения по договору ${number}`,
    })),
  )
  return readFileSync(path)
}

type Importing = {
  address: string
  cookie: string
  content: Buffer
  repeated: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/** Uploads a file in the panel and applies it, as often as it takes. `reached` is called when it begins to be applied. */
export async function importInPanel(
  { address, cookie, content, repeated }: Importing,
  reached: () => void,
): Promise<void> {
  const url = `${address}/api/v1/admin/import`
  const upload = { cookie, type: 'application/octet-stream', body: new Uint8Array(content), fileName: 'statement.txt' }
  const { id } = (await repeated(() => request(url, upload))) as { id: string }
  const stateOf = async () => ((await request(`${url}/${id}`, { cookie }, 'GET')) as ImportDetails).state
  const untilDone = (state: string) =>
    repeated(async () => {
      const now = await stateOf()
      if (now !== state) throw new Error(`The import is ${now}`)
    })
  await untilDone('checked')
  reached()
  await repeated(async () => {
    if ((await stateOf()) === 'checked') await request(`${url}/${id}/apply`, { cookie })
  })
  await untilDone('applied')
}

export function chargeNow(database: Database): Promise<unknown> {
  return enqueue(database, 'charge-cards')
}

/** Where it is noon: cards are charged by day. */
export function zoneAtNoon(now = new Date()): string {
  const offset = 12 - now.getUTCHours()
  // The signs of these names are turned round.
  return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset < 0 ? '+' : '-'}${Math.abs(offset)}`
}
