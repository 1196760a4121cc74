import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bannedWordsIn, bareCitationsIn } from '#scripts/plain-language.ts'
import { resolveBin, runCaptured } from '#scripts/run-command.ts'
import { emptyComponentsIn, vagueNameOf } from '#scripts/source-rules.ts'
import cruiser from '../dependency-cruiser.config.ts'

type Planted = Record<string, { source: string; rules: readonly string[] }>

const one = (rule: string, ...sources: [path: string, source: string][]): Planted =>
  Object.fromEntries(sources.map(([path, source]) => [path, { source, rules: [rule] }]))
const allowed = (...sources: [path: string, source: string][]): Planted =>
  Object.fromEntries(sources.map(([path, source]) => [path, { source, rules: [] }]))

describe('Rules of dependency-cruiser', () => {
  const planted: Planted = {
    ...one('contract', ['contract/planted-1.ts', "import { format } from 'dayjs'"]),
    ...one('contract', ['contract/planted-2.ts', "import { x } from '#src/api/http.ts'"]),
    ...one('no-zod-in-the-browser', ['contract/limits.ts', "import { z } from 'zod'"]),
    ...one('no-zod-in-the-browser', ['contract/screens.ts', "import { profile } from './people/profile.ts'"]),
    ...one('forms-with-small-zod', ['contract/forms.ts', "import { z } from 'zod'"]),
    ...one('machines', ['src/machines/planted-1.ts', "import { http } from '#src/api/http.ts'"]),
    ...one('machines', ['src/machines/planted-2.ts', "import { useState } from 'react'"]),
    ...one('machines', ['src/machines/planted-3.ts', "import { ofetch } from 'ofetch'"]),
    ...one('actors', ['src/actors/planted-1.ts', "import { Button } from '#src/ui/forms/button.tsx'"]),
    ...one('actors', ['src/actors/planted-2.ts', "import { useState } from 'react'"]),
    ...one('api', ['src/api/planted-1.ts', "import { sessionMachine } from '#src/machines/session.ts'"]),
    ...one('query-cache-of-the-app', ['src/api/planted-2.ts', "import { useQuery } from '@tanstack/react-query'"]),
    ...one('storage', ['src/storage/planted-1.ts', "import { useState } from 'react'"]),
    ...one('storage-without-actors', ['src/storage/planted-2.ts', "import { x } from '#src/actors/planted-3.ts'"]),
    ...one('domain', ['src/domain/planted-1.ts', "import { useMemo } from 'react'"]),
    ...one('domain-without-components', ['src/domain/planted-2.ts', "import { x } from '#src/ui/forms/button.tsx'"]),
    ...one('ui', ['src/ui/planted-1.tsx', "import type { IconName } from '#contract/enumerations.ts'"]),
    ...one('ui', ['src/ui/planted-2.tsx', "import { Link } from '@tanstack/react-router'"]),
    ...one('routes-get-machines-by-context', [
      'src/routes/planted-1.tsx',
      "import { sessionMachine } from '#src/machines/session.ts'",
    ]),
    ...one('routes-get-machines-by-context', [
      'src/routes/planted-2.tsx',
      "import { createAppRouter } from '#src/app/router.ts'",
    ]),
    ...one('routes', ['src/routes/planted-3.tsx', "import { http } from '#src/api/http.ts'"]),
    ...one('routes', ['src/routes/planted-4.tsx', "const { ofetch } = await import('ofetch')"]),
    ...one('page-of-another', ['src/routes/-events/planted.tsx', "import { row } from '#src/routes/-schedule/row.ts'"]),
    ...one(
      'page-of-another',
      ...['layout', 'flow', 'query'].map((folder): [string, string] => [
        `src/routes/-${folder}/planted-1.tsx`,
        "const { Bar } = await import('#src/routes/-profile/bar.tsx')",
      ]),
    ),
    ...one('page-of-another', [
      'src/routes/-events/planted-2.tsx',
      "import { useMenu } from '#src/routes/-layout/use-menu.ts'",
    ]),
    ...one('page-of-another', ['src/routes/-flow/planted-2.tsx', "import { x } from '#src/routes/-layout/toasts.tsx'"]),
    ...one('query-without-flow', [
      'src/routes/-query/planted-2.tsx',
      "import { Dialog } from '#src/routes/-flow/dialog.tsx'",
    ]),
    ...one('browser', ['src/i18n/planted-1.ts', "import type { z } from 'zod'"]),
    ...one('browser', ['src/i18n/planted-2.ts', "import type { Env } from '#server/environment/env.ts'"]),
    ...one('browser-without-node', ['src/i18n/planted-3.ts', "import { join } from 'node:path'"]),
    ...one('no-zod-in-the-browser', ['src/i18n/planted-4.ts', "export { profile } from '#contract/people/profile.ts'"]),
    ...one('application-starts-once', ['src/app/planted.ts', "import './main.tsx'"]),
    ...one('server-without-browser', ['server/app.ts', "import { guard } from '#src/app/route-guard.ts'"]),
    ...one('server-without-browser', ['server/main.ts', "import { setup } from 'xstate'"]),
    ...one('react-only-in-mails', ['server/notifications/planted.ts', "import { createElement } from 'react'"]),
    ...one('application', ['server/demo/planted-1.ts', "import type { App } from '#server/app.ts'"]),
    ...one('http-layer-of-another', [
      'server/jobs/planted.ts',
      "import { scheduleRoutes } from '#server/learning/schedule/routes.ts'",
    ]),
    ...one('server/enrolment/contracts', [
      'server/enrolment/contracts/planted.ts',
      "import { enrolStudent } from '#server/enrolment/programme-2035/enrol-student.ts'",
    ]),
    ...one('server/enrolment/purchase', [
      'server/enrolment/purchase/planted.ts',
      "import { findCourseCards } from '#server/enrolment/catalog/courses.ts'",
    ]),
    ...one('server/billing/tax', [
      'server/billing/tax/planted.ts',
      "import type { SchedulePeriod } from '#server/schedule-items/schedule-items.ts'",
    ]),
    ...one('server/access', ['server/access/planted.ts', "import { findFeed } from '#server/learning/feed/feeds.ts'"]),
    ...one('server/tickets', [
      'server/tickets/planted.ts',
      "import { x } from '#server/integration/planted-private.ts'",
    ]),
    ...one('server/idp', [
      'server/idp/planted.ts',
      "import { startImpersonation } from '#server/admin-panel/start-impersonation.ts'",
    ]),
    ...one('loose-file-of-the-server', [
      'server/planted-2.ts',
      "import { addDays } from '#server/time/calendar-days.ts'",
    ]),
    ...one('server/db', ['server/db/planted.ts', "import { findViewers } from '#server/access/student-viewers.ts'"]),
    ...one('rules-are-pure', ['server/enrolment/transfers/rules.ts', "import { eq } from 'drizzle-orm'"]),
    ...one('folder-without-a-row', ['server/news/planted.ts', "import { x } from '#server/security/tokens.ts'"]),
    ...one('folder-on-its-parent', [
      'server/demo/learning/planted.ts',
      "import { schoolRows } from '#server/demo/school-rows.ts'",
    ]),
    ...one('cycle', ['server/demo/egg.ts', "import type { Hen } from './hen.ts'"]),
    ...one(
      'runner',
      ['tests/model-runner/planted-1.ts', "import { something } from '#src/machines/session.ts'"],
      ['tests/model-runner/planted-2.ts', "import { something } from '#contract/calls.ts'"],
      ['tests/model-runner/planted-3.ts', "import { something } from '#server/environment/env.ts'"],
      ['tests/model-runner/planted-4.ts', "import { something } from '#tests/models/config.ts'"],
    ),
    ...allowed(
      // The other half of the cycle.
      ['server/demo/hen.ts', "import type { Egg } from './egg.ts'"],
      ['contract/learning/planted.ts', "import { z } from 'zod'\nimport { uuid } from '#contract/schemas.ts'"],
      ['src/machines/planted-5.ts', "import { setup } from 'xstate'\nimport { selectGroup } from '#contract/roles.ts'"],
      ['src/actors/planted-4.ts', "import { toResult } from '#src/api/api-error.ts'"],
      ['src/api/planted-4.ts', "import type { QueryClient } from '@tanstack/react-query'"],
      ['src/ui/overlay/planted.tsx', "import { Root } from '@radix-ui/react-dialog'"],
      ['src/routes/planted-5.tsx', "import type { SessionActor } from '#src/machines/session.ts'"],
      ['src/i18n/planted-5.ts', "import { problemTypes } from '#contract/problem.ts'"],
      [
        'server/enrolment/catalog/planted.ts',
        "import { findPurchaseObstacles } from '#server/enrolment/purchase/purchase-obstacles.ts'",
      ],
      ['server/notifications/mail-layout.ts', "import { createElement } from 'react'"],
      ['server/notifications/planted-2.ts', "import { join } from 'node:path'"],
      ['scripts/planted.ts', "import { join } from 'node:path'"],
    ),
  }
  let found: Record<string, string[]>
  beforeAll(async () => {
    found = await cruiserViolations(planted)
  })

  test.each(Object.entries(planted))('in %s', (path, { source, rules }) => {
    expect({ source, rules: found[path] ?? [] }).toEqual({ source, rules })
  })

  test('have a folder for every row of the server', () => {
    const rows = (cruiser.forbidden ?? []).flatMap(({ name = '' }) => (name.startsWith('server/') ? name : []))
    expect(rows.length).toBeGreaterThan(30)
    expect(rows.filter((folder) => !existsSync(folder))).toEqual([])
  })

  test.each(['server/content', 'server/idp/linking'])('find the cycle of folders in %s', (folder) => {
    expect(found[folder]).toEqual(['cycle-of-folders'])
  })
})

/** Rules broken by the planted files, and by folders, in a tree of them and of empty files for what they import. */
async function cruiserViolations(planted: Planted): Promise<Record<string, string[]>> {
  const tree = mkdtempSync(join(tmpdir(), 'architecture-'))
  const write = (path: string, source: string) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), source)
  }
  const circles = {
    'server/content/planted.ts': "import type { x } from '#server/learning/planted.ts'",
    'server/learning/planted.ts': "import type { x } from '#server/content/other.ts'",
    'server/idp/linking/planted.ts': "import type { x } from '#server/idp/sign-in/planted.ts'",
    'server/idp/sign-in/planted.ts': "import type { x } from '#server/idp/linking/other.ts'",
  }
  const sources = {
    ...Object.fromEntries(Object.entries(planted).map(([path, { source }]) => [path, source])),
    ...circles,
  }
  for (const source of Object.values(sources))
    for (const [, target] of source.matchAll(/'#([^']+)'/g)) write(target ?? '', 'export {}\n')
  for (const name of ['src/app/main.tsx', 'contract/people/profile.ts', 'src/api/planted-3.ts'])
    write(name, 'export {}\n')
  for (const [path, source] of Object.entries(sources)) write(path, `${source}\n`)
  cpSync('package.json', join(tree, 'package.json'))
  symlinkSync(resolve('node_modules'), join(tree, 'node_modules'))
  const { forbidden = [], options } = cruiser
  const folders = ['contract', 'src', 'server', 'scripts', 'tests/model-runner']
  const { output } = await cruise(folders, { ...options, ruleSet: { forbidden }, validate: true, baseDir: tree })
  const { summary } = output as ICruiseResult
  rmSync(tree, { recursive: true })
  const byFile = Map.groupBy(summary.violations, ({ from }) => from)
  return Object.fromEntries([...byFile].map(([path, all]) => [path, [...new Set(all.map(({ rule }) => rule.name))]]))
}

describe('package-lock.json', () => {
  type Locked = { version?: string; optionalDependencies?: Record<string, string> }
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }

  // npm sometimes drops the packages of other platforms (npm/cli#4828); then npm ci fails everywhere.
  test('contains the optional packages of every platform', () => {
    const isLocked = (name: string, version: string) =>
      Object.entries(packages).some(
        ([path, locked]) =>
          path.endsWith(`node_modules/${name}`) && (locked.version === version || !/^\d/.test(version)),
      )
    const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.entries(optionalDependencies),
    )
    expect(wanted.filter(([name, version]) => !isLocked(name, version))).toEqual([])
  })
})

describe('file names', () => {
  const vagueNames = ['utils', 'helpers', 'common', 'misc', 'types', 'index', 'constants', 'service', 'manager']
  test.each(vagueNames)('rejects %s', (name) => {
    expect(vagueNameOf(`src/api/${name}.ts`)).toEqual([
      `src/api/${name}.ts: the name ${name}.ts does not say what is in it`,
    ])
  })

  test('allows an index route', () => {
    expect(vagueNameOf('src/routes/index.tsx')).toEqual([])
  })
})

test('A component that renders nothing is found', () => {
  const source = 'function Title() {\n  if (!isLoaded) return null\n  useTitle()\n  return null\n}\n'
  const path = 'src/routes/-events/page.tsx'
  expect(emptyComponentsIn(path, source)).toEqual([`${path}: Title renders nothing: make it a hook`])
})

describe('banned words', () => {
  test.each([
    ['a comment', 'src/a.ts', '// Whoever comes.\n', ['src/a.ts:1: «whoever» is not a standard term']],
    ['an identifier', 'src/a.ts', '\nconst isNobody = true\n', ['src/a.ts:2: «nobody» is not a standard term']],
    ['a document', 'docs/a.md', '# A\n\nFor anybody.\n', ['docs/a.md:3: «anybody» is not a standard term']],
    [
      'a test title',
      'tests/a.test.ts',
      "test('nobody is there', () => {})\n",
      ['tests/a.test.ts:1: «nobody» is not a standard term'],
    ],
    ['a file name', 'src/first-deed.ts', '', ['src/first-deed.ts:1: «deed» is not a standard term']],
    ['text for users, which is allowed', 'src/a.ts', "const text = 'Nobody'\n", []],
  ])('finds %s', (_, path, source, found) => {
    expect(bannedWordsIn(path, source)).toEqual(found)
  })
})

test.each([
  ['/** D-98 */\nconst a = 1\n', ['src/a.ts:1: say what D-98 requires']],
  ['const a = 1 // D-98, decision 57.\n', ['src/a.ts:1: say what D-98, decision 57 requires']],
  ['/** Characters of a password (D-98). */\n', []],
  ["const text = '/** D-98 */'\n", []],
])('A comment that only cites a number is found: %s', (source, found) => {
  expect(bareCitationsIn('src/a.ts', source)).toEqual(found)
})

describe('Biome rules', () => {
  const planted: Record<string, { source: string; rule: string | null }> = {
    'src/api/default.ts': { source: 'export default 1\n', rule: 'lint/style/noDefaultExport' },
    'src/api/barrel.ts': { source: "export * from './default.ts'\n", rule: 'lint/performance/noBarrelFile' },
    'src/api/egg.ts': {
      source: "import { hen } from './hen.ts'\n\nexport const egg = () => hen()\n",
      rule: 'lint/suspicious/noImportCycles',
    },
    'src/api/hen.ts': {
      source: "import { egg } from '#src/api/egg.ts'\n\nexport const hen = () => egg()\n",
      rule: 'lint/suspicious/noImportCycles',
    },
    'src/api/camelCase.ts': { source: 'export const a = 1\n', rule: 'lint/style/useFilenamingConvention' },
    'src/api/hole.ts': {
      source: 'export const hole = (value: unknown) => value as any\n',
      rule: 'lint/suspicious/noExplicitAny',
    },
    'src/api/style.ts': { source: 'export const a = "b";\n', rule: 'format' },
    'src/api/order.ts': {
      source: "import { b } from 'b'\nimport { a } from 'a'\n\nexport const both = [a, b]\n",
      rule: 'assist/source/organizeImports',
    },
    'server/modules/loud.ts': { source: 'console.log(1)\n', rule: 'lint/suspicious/noConsole' },
    'src/ui/relative.ts': {
      source: "import { card } from '../data/card.tsx'\n\nexport const box = card\n",
      rule: 'lint/style/noRestrictedImports',
    },
    'src/routes/-events/effect.ts': {
      source: "import { useEffect } from 'react'\n\nexport const useTitle = () => useEffect(() => {})\n",
      rule: 'lint/style/noRestrictedImports',
    },
    'src/routes/-events/react.ts': {
      source: "import * as React from 'react'\n\nexport const element = React.createElement('p')\n",
      rule: 'lint/performance/noNamespaceImport',
    },
    'src/routes/-flow/forms/react.ts': {
      source: "import * as React from 'react'\n\nexport const element = React.createElement('p')\n",
      rule: 'lint/performance/noNamespaceImport',
    },
    'src/routes/-flow/forms/default.ts': {
      source: "import React from 'react'\n\nexport const element = React.createElement('p')\n",
      rule: 'lint/style/noRestrictedImports',
    },
    'tests/app/start.test.ts': {
      source: "import { app } from '#src/app/main.tsx'\n\nexport const started = app\n",
      rule: 'lint/style/noRestrictedImports',
    },
    'src/routes/-flow/forms/effect.ts': {
      source: "import { useEffect } from 'react'\n\nexport const useTitle = () => useEffect(() => {})\n",
      rule: null,
    },
    'server/learning/progress/results.ts': {
      source: "import { guardianships } from '#server/db/schema/people.ts'\n\nexport const all = guardianships\n",
      rule: 'lint/style/noRestrictedImports',
    },
    'tests/ui/relative.ts': {
      source: "import config from '../../tailwind.config.ts'\n\nexport const themes = config\n",
      rule: null,
    },
    'src/api/quiet.ts': { source: "export const quiet = 'yes'\n", rule: null },
    'src/routes/contracts.tsx': { source: 'export default 1\n', rule: 'lint/style/noDefaultExport' },
    'src/routes/-contracts/page.tsx': {
      source: 'export default function ContractsPage() {\n  return null\n}\n',
      rule: null,
    },
    'server/db/migrations/generated.ts': { source: 'export default "generated";\n', rule: null },
  }
  const tree = mkdtempSync(join(tmpdir(), 'architecture-'))
  let found: Record<string, string[]>

  beforeAll(async () => {
    for (const file of ['biome.json', 'package.json']) cpSync(file, join(tree, file))
    for (const [path, { source }] of Object.entries(planted)) {
      mkdirSync(dirname(join(tree, path)), { recursive: true })
      writeFileSync(join(tree, path), source)
    }
    found = await biomeViolations(tree)
  })
  afterAll(() => rmSync(tree, { recursive: true }))

  test.each(Object.entries(planted))('checks %s', (path, { rule }) => {
    expect(found[path] ?? []).toEqual(rule === null ? [] : [rule])
  })
})

type Diagnostic = { category: string; location: { path: string } }

async function biomeViolations(tree: string): Promise<Record<string, string[]>> {
  const wanted = ['ci', '--vcs-enabled=false', '--reporter=json', '--colors=off', `--config-path=${tree}`, tree]
  const { output } = await runCaptured(resolveBin('@biomejs/biome', 'biome'), wanted)
  const report = output.split('\n').find((line) => line.startsWith('{"summary"')) ?? ''
  const { diagnostics } = JSON.parse(report) as { diagnostics: Diagnostic[] }
  const byFile = Map.groupBy(diagnostics, ({ location }) => relative(tree, resolve(location.path)))
  return Object.fromEntries([...byFile].map(([path, found]) => [path, found.map(({ category }) => category)]))
}
