import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { promtoolPath } from '#scripts/system-dependencies.ts'

/** Runs promtool and returns its exit code and what it says. */
function promtool(...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(promtoolPath, args, { encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

// Installed by `npm test -- --all` only.
describe.skipIf(!existsSync(promtoolPath))('promtool', () => {
  test('accepts the configuration and the rules', () => {
    expect(promtool('check', 'config', 'deploy/monitoring/prometheus.yml')).toMatchObject({ status: 0 })
  })

  test('sees each alarm begin and end in the tests of the rules', { tags: ['nightly'] }, () => {
    expect(promtool('test', 'rules', 'deploy/monitoring/rules.test.yml')).toMatchObject({ status: 0 })
    const file = (name: string) => readFileSync(`deploy/monitoring/${name}`, 'utf8')
    const defined = [...file('rules.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
    const tested = [...file('rules.test.yml').matchAll(/alertname: (\w+)/g)].map(([, name]) => name)
    expect(defined.filter((name) => !tested.includes(name))).toEqual([])
  })

  test('accepts each query of the dashboard', () => {
    const { panels } = JSON.parse(readFileSync('deploy/monitoring/dashboard.json', 'utf8')) as {
      panels: { targets: { expr: string }[] }[]
    }
    const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr.replace('$__rate_interval', '1m')))
    const folder = mkdtempSync(join(tmpdir(), 'dashboard-'))
    const rules = queries.map((expr, index) => ({ record: `query_${index}`, expr }))
    // YAML contains JSON.
    writeFileSync(join(folder, 'rules.yml'), JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    expect(promtool('check', 'rules', join(folder, 'rules.yml'))).toMatchObject({ status: 0 })
    rmSync(folder, { recursive: true })
  })
})
