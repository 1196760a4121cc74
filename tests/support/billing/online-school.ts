import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isNull, sql } from 'drizzle-orm'
import pino from 'pino'
import type { Checkout } from '#contract/billing/checkouts.ts'
import type { ContractStatus, PaymentStatus } from '#contract/enumerations.ts'
import { configuredProvider } from '#server/billing/providers/configured-provider.ts'
import { type PaymentProvider, ProviderUnavailable } from '#server/billing/providers/payment-provider.ts'
import { paymentDifferences } from '#server/db/schema/checkouts.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { guardianships } from '#server/db/schema/people.ts'
import { lessons } from '#server/db/schema/schedule.ts'
import { readEnv } from '#server/environment/env.ts'
import type { BankAct } from '#server/idp/bank/bank-page.ts'
import { startEmbeddedProvider } from '#server/idp/provider.ts'
import type { JobName } from '#server/queues/queues.ts'
import { ids, openSmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/app.ts'
import { openOnceMore, openTestDatabase } from '#tests/support/server/database.ts'
import { runJobs } from '#tests/support/server/jobs.ts'

export type Instalment = { paymentUuid: string; amount: number }
type Wishes = {
  amounts?: readonly number[]
  status?: ContractStatus
  statuses?: readonly PaymentStatus[]
  dueOn?: readonly string[]
}

/** A school whose families pay in the demo bank, over HTTP in both directions. */
export async function openOnlineSchool({ now = new Date('2026-10-14T09:00:00Z') } = {}) {
  const switches = { takesNotifications: true, isOtherServing: false }
  const relay = createServer(async (request, response) => {
    let payload = ''
    for await (const chunk of request.setEncoding('utf8')) payload += chunk
    if (!switches.takesNotifications) return response.writeHead(502).end()
    const headers = { 'content-type': 'application/json' }
    const { app } = switches.isOtherServing && other ? other : server
    const answer = await app.inject({ method: 'POST', url: request.url ?? '', payload, headers })
    return response.writeHead(answer.statusCode).end(answer.body)
  })
  await new Promise<void>((resolve) => relay.listen(0, resolve))
  const env = {
    PUBLIC_URL: `http://localhost:${(relay.address() as AddressInfo).port}`,
    IDP_PORT: '0',
    SUPPORT_EMAIL: 'help@school.example',
    SECRETS_KEY: 'a-key-of-the-school-for-its-secrets-2035',
  }
  const opened = await openTestDatabase()
  const { database } = opened
  let time = () => now
  const bank = await startEmbeddedProvider({
    env: readEnv(env),
    database,
    clock: () => time(),
    log: pino({ level: 'silent' }),
  })
  const paymentProvider = configuredProvider(readEnv(env), bank.bank)
  if (!paymentProvider || !bank.bank) throw new Error('The demo has no bank')
  const outage: Outage = { isOn: false, fault: () => null, before: async () => {}, dies: null, asked: [] }
  const options = { env, now, paymentProvider: withOutage(paymentProvider, outage) }
  const server = await openTestApp({ ...options, opened })
  const { clock } = server
  let other: TestApp | null = null
  time = () => clock.now
  const school = await openSmallSchool(server)
  let numbers = 0

  const site = {
    server,
    school,
    database,
    clock,
    switches,
    outage,
    bank: bank.bank,
    provider: paymentProvider,
    /** Another server on the same database, with connections and a clock of its own, which shows the same time. */
    async openOther(): Promise<TestApp> {
      const again = await openOnceMore(opened)
      const second = await openTestApp({ ...options, opened: again })
      Object.defineProperty(second.clock, 'now', { get: () => clock.now })
      other = { ...second, close: () => second.close().then(again.close) }
      return other
    },
    async close() {
      await other?.close()
      await server.close()
      await bank.close()
      relay.close()
      await opened.close()
    },
    /** A contract of a child; the parent is the customer. */
    async addContract({ amounts = [880_000, 120_000], status = 'Concluded', statuses = [], dueOn = [] }: Wishes = {}) {
      const { parent, childId } = await school.addFamily('Артём')
      numbers += 1
      const [contractId, number] = [randomUUID(), `26-ФИЗ-${numbers}`]
      const lines = amounts.map((amount) => ({ paymentUuid: randomUUID(), amount }))
      await database.transaction(async (transaction) => {
        await transaction.insert(contracts).values({
          id: contractId,
          number,
          status,
          studentId: childId,
          customerId: parent.userId,
          campaignId: ids.campaign,
          programId: ids.program,
          groupId: ids.group,
          format: 'offline',
          paymentScheme: 'StepByStep',
          total: amounts.reduce((sum, amount) => sum + amount, 0),
          createdAt: now,
        })
        await transaction.insert(payments).values(
          lines.map(({ paymentUuid, amount }, index) => ({
            id: paymentUuid,
            contractId,
            amount,
            position: index + 1,
            title: `${index + 1}-й платёж`,
            dueOn: dueOn[index] ?? '2026-10-20',
            status: statuses[index] ?? 'Open',
          })),
        )
      })
      return { parent, childId, contractId, number, lines }
    },
    /** Ten lessons of the group; four of them until 14 October. The last one is on 26 May. */
    async addLessons(): Promise<void> {
      const days = ['09-02', '09-16', '10-07', '10-14', '10-21', '11-11', '12-09', '12-16'].map((day) => `2026-${day}`)
      await database.insert(lessons).values(
        [...days, '2027-02-03', '2027-05-26'].map((day) => ({
          groupId: ids.group,
          topic: 'Тема',
          format: 'offline' as const,
          startsAt: new Date(`${day}T13:00:00Z`),
          endsAt: new Date(`${day}T14:30:00Z`),
        })),
      )
    },
    async addGuardian(childId: string) {
      const guardian = await server.signInAs({ roles: ['parent'] })
      await database.insert(guardianships).values({ guardianId: guardian.userId, childId })
      return guardian
    },
    start: (person: Person, lines: readonly Instalment[], { key = randomUUID(), ...more }: Starting = {}) =>
      person.call('POST /v1/profile/checkout', {
        body: { lines, method: 'card', ...more },
        headers: { 'idempotency-key': key },
      }),
    async started(person: Person, lines: readonly Instalment[], more: Starting = {}): Promise<Checkout> {
      const answer = await site.start(person, lines, more)
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return answer.json()
    },
    async read(person: Person, { uuid }: Pick<Checkout, 'uuid'>): Promise<Checkout> {
      return (await person.call(`GET /v1/profile/checkout/${uuid}`)).json()
    },
    cancel: (person: Person, { uuid }: Pick<Checkout, 'uuid'>) =>
      person.call(`POST /v1/profile/checkout/${uuid}/cancel`, { headers: { 'idempotency-key': randomUUID() } }),
    /** What the person presses on the page of the bank; returns where it leads to. */
    async press({ confirmationUrl }: Pick<Checkout, 'confirmationUrl'>, act: BankAct): Promise<string | null> {
      const answer = await fetch(confirmationUrl ?? '', {
        method: 'POST',
        body: new URLSearchParams({ act }),
        redirect: 'manual',
      })
      return answer.headers.get('location')
    },
    notify: (object: object, event = 'payment.succeeded', { app } = server) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/payment-notification/yookassa',
        payload: { type: 'notification', event, object },
      }),
    /** Runs jobs a minute later, when what was looked at before is due again. */
    async run(...names: JobName[]): Promise<void> {
      clock.now = new Date(clock.now.getTime() + 60_000)
      const { paymentProvider, env } = server.app
      await runJobs(names, { database, clock: () => clock.now, paymentProvider, env })
    },
    async statesOf({ paymentUuid }: Instalment) {
      const { rows } = await database.execute<{ status: string; paid: number }>(sql`
        select status, paid::float8 as paid from payments join payment_balances on payment_id = id where id = ${paymentUuid}`)
      return rows[0]
    },
    /** What waits for the staff, the oldest first. */
    openDifferences: () =>
      database
        .select({ kind: paymentDifferences.kind, amount: paymentDifferences.amount })
        .from(paymentDifferences)
        .where(isNull(paymentDifferences.clearedAt))
        .orderBy(paymentDifferences.foundAt),
    /** The money that the bank took and gave back, in kopecks. */
    async takenByBank() {
      const { rows } = await database.execute<{ taken: number; returned: number }>(sql`
        select coalesce(sum((payload -> 'amount' ->> 'value')::numeric * 100), 0)::float8 as taken,
          coalesce(sum((payload -> 'refunded_amount' ->> 'value')::numeric * 100), 0)::float8 as returned
        from identity_provider.payloads where model = 'bank payment' and payload ->> 'status' = 'succeeded'`)
      return rows[0] ?? { taken: 0, returned: 0 }
    },
  }
  return site
}
export type OnlineSchool = Awaited<ReturnType<typeof openOnlineSchool>>
type Starting = {
  key?: string
  method?: 'card' | 'sbp'
  isDespiteOther?: boolean
  autopay?: { contractUuids: readonly string[]; termsVersion: number }
}

type Asked = { call: keyof PaymentProvider; values: readonly unknown[] }
type Outage = {
  isOn: boolean
  /** What a call fails with; null to let it through. */
  fault: (asked: Asked) => Error | null
  /** What happens just before a call. */
  before: (asked: Asked) => Promise<unknown>
  /** The server dies once, before the next call or with its answer. */
  dies: 'before' | 'after' | null
  asked: Asked[]
}

/** A provider that cannot be reached while `outage` is on, and notes what it is asked. */
function withOutage(provider: PaymentProvider, outage: Outage): PaymentProvider {
  return new Proxy(provider, {
    get(target, name: keyof PaymentProvider) {
      const value = target[name]
      if (typeof value !== 'function' || name === 'condition') return value
      return async (...values: unknown[]) => {
        const asked = { call: name, values }
        outage.asked.push(asked)
        await outage.before(asked)
        const fault = outage.fault(asked)
        if (fault) throw fault
        if (outage.isOn) throw new ProviderUnavailable('an outage of the test')
        const { dies } = outage
        outage.dies = null
        if (dies === 'before') throw new Error('the server dies before a call of the test')
        const answer: unknown = await (value as (...given: unknown[]) => unknown).apply(target, values)
        if (dies === 'after') throw new Error('the server dies with an answer of the test')
        return answer
      }
    },
  })
}
