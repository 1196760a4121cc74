import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { autopayTermsVersion } from '#contract/billing/autopay-rules.ts'
import type { Checkout } from '#contract/billing/checkouts.ts'
import { createSession } from '#server/auth/sessions/session-store.ts'
import type { Database } from '#server/db/client.ts'
import type { BankAct } from '#server/idp/bank/bank-page.ts'

/** A parent with a session and an unpaid contract of two instalments. Amounts in kopecks. */
export type PayingPerson = { cookie: string; contractId: string; paymentUuid: string; amount: number }

const amount = 1_000_000

/** Adds people who can pay to a demo school. */
export async function addPayingPeople(database: Database, count: number): Promise<PayingPerson[]> {
  const now = new Date()
  const rows = Array.from({ length: count }, (_, at) => ({
    parent: randomUUID(),
    child: randomUUID(),
    contract: randomUUID(),
    payment: randomUUID(),
    at,
  }))
  const people = sql`json_to_recordset(${JSON.stringify(rows)}::json)
    as person (parent uuid, child uuid, contract uuid, payment uuid, at int)`
  const statements = [
    // The account is open: a card is not charged for one that is closed.
    sql`insert into users (id, first_name, last_name, email, subject)
      select parent, 'Мария', 'Соколова', at || '@payments.example', parent::text from ${people}`,
    sql`insert into users (id, first_name, last_name) select child, 'Артём', 'Соколов' from ${people}`,
    sql`insert into user_roles (user_id, role) select parent, 'parent' from ${people}`,
    sql`insert into guardianships (guardian_id, child_id) select parent, child from ${people}`,
    sql`insert into contracts
        (id, number, status, student_id, customer_id, campaign_id, program_id, format, payment_scheme, total, created_at)
      select contract, 'Н-' || contract, 'Concluded', child, parent, (select id from campaigns limit 1),
        (select id from programs limit 1), 'webinar', 'StepByStep', ${2 * amount}, now() from ${people}`,
    sql`insert into payments (id, contract_id, position, title, due_on, amount, status)
      select payment, contract, 1, '1-й платёж', current_date + 3, ${amount}, 'Open' from ${people}`,
    sql`insert into payments (contract_id, position, title, due_on, amount, status)
      select contract, 2, '2-й платёж', current_date + 33, ${amount}, 'Open' from ${people}`,
  ]
  return database.transaction(async (transaction) => {
    for (const statement of statements) await transaction.execute(statement)
    const device = { browser: null, system: null, address: null }
    const added: PayingPerson[] = []
    for (const { parent, contract, payment } of rows) {
      const { token } = await createSession(transaction, { userId: parent, idToken: 'none', device, now })
      added.push({ cookie: `lk_session=${token}`, contractId: contract, paymentUuid: payment, amount })
    }
    return added
  })
}

const timeout = 30_000

/** Starts an online payment, which may keep the card for the next ones; throws if the server does not. */
export async function startCheckout(
  address: string,
  { cookie, contractId, paymentUuid, amount }: PayingPerson,
  key: string,
  { isAutomatic = false } = {},
): Promise<Checkout> {
  const answer = await fetch(`${address}/api/v1/profile/checkout`, {
    method: 'POST',
    headers: {
      cookie,
      'content-type': 'application/json',
      'idempotency-key': key,
      'x-requested-with': 'lk',
      'sec-fetch-site': 'same-origin',
    },
    body: JSON.stringify({
      method: 'card',
      lines: [{ paymentUuid, amount }],
      ...(isAutomatic && { autopay: { contractUuids: [contractId], termsVersion: autopayTermsVersion } }),
    }),
    signal: AbortSignal.timeout(timeout),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json() as Promise<Checkout>
}

export async function readCheckout(address: string, { cookie }: PayingPerson, uuid: string): Promise<Checkout> {
  const headers = { cookie }
  const answer = await fetch(`${address}/api/v1/profile/checkout/${uuid}`, {
    headers,
    signal: AbortSignal.timeout(timeout),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json() as Promise<Checkout>
}

/** What the person presses on the page of the demo bank. */
export async function pressAtBank({ confirmationUrl }: Pick<Checkout, 'confirmationUrl'>, act: BankAct): Promise<void> {
  const answer = await fetch(confirmationUrl ?? '', {
    method: 'POST',
    body: new URLSearchParams({ act }),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  })
  if (answer.status !== 303) throw new Error(`The bank answers ${answer.status}`)
}
