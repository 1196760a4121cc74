import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openPostgres } from '#server/db/client.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { createLog } from '#server/terminal/log.ts'
import { createDatabase, setup, teardown } from '#tests/support/server/postgres.ts'

const contracts = 25_000
const linesOfEach = 4

/** Seconds of `npm run import:payments` on PostgreSQL: 100 000 rows that pay 25 000 contracts, and the same file again. */
export async function measureReceipts(): Promise<Record<string, string>[]> {
  await setup()
  const directory = mkdtempSync(join(tmpdir(), 'personal-account-receipts-'))
  try {
    const url = await createDatabase('receipts')
    const path = join(directory, 'receipts.csv')
    writeFileSync(path, await fileFor(url))
    return [
      await timed('says what it would do', url, ['--dry-run', path]),
      await timed('imports them', url, [path]),
      await timed('imports them once more', url, [path]),
    ]
  } finally {
    rmSync(directory, { recursive: true })
    await teardown()
  }
}

async function timed(what: string, url: string, args: readonly string[]): Promise<Record<string, string>> {
  const began = performance.now()
  const child = spawn(process.execPath, ['server/integration/import.ts', '--as', 'payments', ...args], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  let last = ''
  child.stdout.on('data', (text) => (printed += text))
  child.stderr.on('data', (text) => (last = String(text)))
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The import ended with ${code}: ${last}`)
  return { what, seconds: ((performance.now() - began) / 1000).toFixed(1), says: printed.trim() }
}

/** A demo school with many additional unpaid contracts. */
async function fileFor(url: string): Promise<string> {
  const { database, close } = await openPostgres(url, 1, createLog({ LOG_LEVEL: 'warn' }))
  await seedDemo(database, { clock: () => new Date(), families: 1000 })
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`
      insert into contracts (number, status, student_id, customer_id, campaign_id, program_id, format, payment_scheme, total, created_at)
      select 'П-' || number, 'Open', child_id, guardian_id, campaign_id, program_id, 'webinar', 'StepByStep', ${linesOfEach * 10_050}, now()
      from generate_series(1, ${contracts}) as number
        join (select *, row_number() over (order by child_id, guardian_id) as at, count(*) over () as all from guardianships) as families
          on at = number % "all" + 1
        cross join (select id as campaign_id from campaigns limit 1) as campaign
        cross join (select id as program_id from programs limit 1) as program
    `)
    await transaction.execute(sql`
      insert into payments (contract_id, position, title, due_on, amount, status)
      select id, position, position || '-й платёж', date '2026-01-01' + position * 30, 10050, 'Open'
      from contracts cross join generate_series(1, ${linesOfEach}) as position where number like 'П-%'
    `)
  })
  await database.execute(sql`analyze`)
  await close()
  const rows = Array.from({ length: contracts * linesOfEach }, (_, index) => {
    const contract = `П-${(index % contracts) + 1}`
    return `банк-${index},${contract},Поступление,"100,50",2026-01-15,,Иванова Мария`
  })
  return ['operation_id,contract,kind,amount,date,line,payer', ...rows].join('\n')
}
