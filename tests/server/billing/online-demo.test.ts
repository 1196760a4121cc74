import { eq, sql } from 'drizzle-orm'
import pino from 'pino'
import { expect, test } from 'vitest'
import type { Autopay } from '#contract/billing/autopay.ts'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { checkouts, refunds } from '#server/db/schema/checkouts.ts'
import { readEnv } from '#server/environment/env.ts'
import { startEmbeddedProvider } from '#server/idp/provider.ts'
import { readAccounts, settledAccounts } from '#tests/support/billing/payment-accounts.ts'
import { demoBank } from '#tests/support/schools/demo-database.ts'
import { openDemoSchool } from '#tests/support/schools/demo-school.ts'

const { server, signIn } = openDemoSchool()

async function contractsOf(login: 'family' | 'parent'): Promise<Contract[]> {
  return (await (await signIn(login)).call('GET /v1/profile/contract/list')).json()
}

function receiptsOf(contracts: readonly Contract[]) {
  const operations = contracts.flatMap(({ payments }) => payments).flatMap((payment) => payment.operations)
  return operations.flatMap(({ kind, fiscalReceipt }) => (fiscalReceipt ? [{ kind, url: fiscalReceipt.url }] : []))
}

test('The demo has online payments, a refusal, refunds and a saved card; bank and ledger have the same money', async () => {
  const { database } = server.opened
  const { rows } = await database.execute<{ id: string }>(sql`select id from contracts`)
  const { sums, ...accounts } = await readAccounts(
    database,
    rows.map(({ id }) => id),
  )
  expect(accounts).toEqual(settledAccounts)
  expect([sums.kept > 0, sums.returned > 0]).toEqual([true, true])
  const refused = await database.$count(checkouts, eq(checkouts.state, 'refused'))
  const returned = await database.select({ reason: refunds.reason, state: refunds.state }).from(refunds)
  expect(refused).toBe(1)
  expect(returned.toSorted((one, other) => one.reason.localeCompare(other.reason))).toEqual([
    { reason: 'paid-twice', state: 'succeeded' },
    { reason: 'termination', state: 'succeeded' },
  ])
  const payer = await signIn('academy-parent')
  const { autopays } = (await payer.call('GET /v1/profile/autopay/list')).json<{ autopays: Autopay[] }>()
  expect(autopays).toMatchObject([{ state: 'on', isOwn: true, card: '4444' }])
  expect(autopays[0]?.charges.length).toBeGreaterThan(0)
})

test('Its families have fiscal receipts, which the demo bank shows', async () => {
  const { database, env } = { ...server.opened, env: readEnv({ IDP_PORT: '0' }) }
  const log = pino({ level: 'silent' })
  const bank = await startEmbeddedProvider({ env, database, clock: () => server.clock.now, log })
  const [own, others] = [receiptsOf(await contractsOf('family')), receiptsOf(await contractsOf('parent'))]
  expect(own.map(({ kind }) => kind)).toEqual(['ReceivingDS', 'ReceivingDS'])
  expect(others.map(({ kind }) => kind)).toContain('ReturnDS')
  for (const { url } of [...own, ...others]) {
    const shown = await fetch((url ?? '').replace(demoBank, bank.issuer), { headers: { 'accept-language': 'ru' } })
    expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('Кассовый чек')])
  }
  await bank.close()
})
