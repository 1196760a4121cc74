import { globSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { metricsText, requireSameFigures } from '#server/backup/restore-test/figures.ts'
import { signInAt } from '#server/backup/restore-test/sign-in.ts'
import { demoPassword } from '#server/idp/accounts/demo-accounts.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { startServer } from '#tests/support/server/server-process.ts'

test('A restored backup has the rows that were counted before, up to a hundredth', () => {
  const live = { users: 1000, marks: 0 }
  expect(() => requireSameFigures(live, { users: 1010, marks: 0 })).not.toThrow()
  expect(() => requireSameFigures(live, { users: 989, marks: 1 })).toThrow('users: 1000 → 989, marks: 0 → 1')
  expect(() => requireSameFigures({}, { users: 1000 })).toThrow('users: – → 1000')
})

test('The result is what Prometheus reads from a file', () => {
  expect(metricsText({ isGood: true, endedAt: 20.5, duration: 3.25, backupAt: 10 })).toBe(
    [
      '# HELP account_restore_test_success Whether the last backup could be restored and used.',
      '# TYPE account_restore_test_success gauge',
      'account_restore_test_success 1',
      '# HELP account_restore_test_completed_seconds When the restore test ended.',
      '# TYPE account_restore_test_completed_seconds gauge',
      'account_restore_test_completed_seconds 20.5',
      '# HELP account_restore_test_duration_seconds How long the restore test took.',
      '# TYPE account_restore_test_duration_seconds gauge',
      'account_restore_test_duration_seconds 3.25',
      '# HELP account_backup_completed_seconds When the tested backup ended.',
      '# TYPE account_backup_completed_seconds gauge',
      'account_backup_completed_seconds 10',
      '',
    ].join('\n'),
  )
  const failed = metricsText({ isGood: false, endedAt: 20, duration: 3, backupAt: null })
  expect(failed).toContain('account_restore_test_success 0\n')
  expect(failed).not.toContain('account_backup_completed_seconds')
})

test('A person signs in at the restored server, but not with a wrong password', {
  tags: ['nightly'],
  timeout: 120_000,
}, async () => {
  const server = await startServer()
  try {
    await signInAt(server.address, { login: 'family', password: demoPassword })
    await expect(signInAt(server.address, { login: 'family', password: 'wrong' })).rejects.toThrow('family')
  } finally {
    await server.stop()
  }
})

test('What a backup counts are tables', async () => {
  const { database, close } = await openTestDatabase()
  const { rows } = await database.execute(sql.raw(readFileSync('deploy/ha/figures.sql', 'utf8')))
  expect(rows.length).toBeGreaterThan(3)
  await close()
})

test('deploy/ha/node.env.example names every variable that the scripts read', () => {
  const named = readFileSync('deploy/ha/node.env.example', 'utf8').matchAll(/^(\w+)=/gm)
  const scripts = globSync('deploy/ha/*.sh').map((file) => readFileSync(file, 'utf8'))
  const set = new Set(scripts.flatMap((script) => [...script.matchAll(/\b(\w+)=/g)].map(([, name]) => name)))
  const read = scripts.flatMap((script) => [...script.matchAll(/\$\{?([A-Z]\w+)/g)].map(([, name]) => name))
  expect(read.filter((name) => !set.has(name))).not.toEqual([])
  const known = new Set([...named].map(([, name]) => name))
  expect(read.filter((name) => !set.has(name) && !known.has(name))).toEqual(['POSTGRESQL_BIN'])
})
