import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domainCycles } from '#scripts/import-cycles.ts'
import { serverRowViolations, violationsIn } from '#scripts/import-rules.ts'
import { bannedWordsIn } from '#scripts/plain-language.ts'
import { resolveBin, runCaptured } from '#scripts/run-command.ts'

describe('import rules', () => {
  const noReact = 'react is forbidden in server/{*,!(notifications)/**,notifications/{!(mail-layout).ts,templates/**}}'
  const forbidden: [path: string, source: string, violation: string][] = [
    ['contract/roles.ts', "import { format } from 'dayjs'", 'dayjs is not allowed in contract/**'],
    ['contract/roles.ts', "import { x } from '#src/api/http.ts'", '#src/api/http.ts is not allowed in contract/**'],
    ['contract/limits.ts', "import { z } from 'zod'", 'zod brings zod into the browser: use import type'],
    [
      'contract/screens.ts',
      "import { profile } from './people/profile.ts'",
      './people/profile.ts brings zod into the browser: use import type',
    ],
    [
      'src/machines/session.ts',
      "import { http } from '#src/api/http.ts'",
      '#src/api/http.ts is not allowed in src/machines/**',
    ],
    ['src/machines/session.ts', "import { useState } from 'react'", 'react is not allowed in src/machines/**'],
    ['src/machines/session.ts', "import { ofetch } from 'ofetch'", 'ofetch is not allowed in src/machines/**'],
    [
      'src/actors/new-flow.actors.ts',
      "import { Button } from '#src/ui/forms/button.tsx'",
      '#src/ui/forms/button.tsx is not allowed in src/actors/**',
    ],
    ['src/actors/new-flow.actors.ts', "import { useState } from 'react'", 'react is not allowed in src/actors/**'],
    [
      'src/api/profile.ts',
      "import { sessionMachine } from '#src/machines/session.ts'",
      '#src/machines/session.ts is not allowed in src/api/**',
    ],
    [
      'src/api/profile.ts',
      "import { useQuery } from '@tanstack/react-query'",
      '@tanstack/react-query is allowed in src/api/** as a type only',
    ],
    [
      'server/learning/progress/lesson-results.ts',
      "import { guardianships } from '#server/db/schema/people.ts'",
      '#server/db/schema/people.ts: guardianships is forbidden in server/!(access|db|demo)/**',
    ],
    ['src/storage/drafts.ts', "import { useState } from 'react'", 'react is not allowed in src/storage/**'],
    ['src/domain/payments.ts', "import { useMemo } from 'react'", 'react is not allowed in src/domain/**'],
    [
      'src/ui/forms/button.tsx',
      "import type { IconName } from '#contract/enumerations.ts'",
      '#contract/enumerations.ts is not allowed in src/ui/**',
    ],
    [
      'src/ui/forms/button.tsx',
      "import { Link } from '@tanstack/react-router'",
      '@tanstack/react-router is not allowed in src/ui/**',
    ],
    [
      'src/ui/forms/button.tsx',
      "import { Card } from '../data/card.tsx'",
      '../data/card.tsx leaves its folder: use an alias that starts with #',
    ],
    [
      'src/routes/-events/page.tsx',
      "import { useEffect } from 'react'",
      'react: useEffect is forbidden in src/routes/{*,!(-shell)/**}',
    ],
    [
      'src/routes/-events/page.tsx',
      'function Title() {\n  if (!isLoaded) return null\n  useTitle()\n  return null\n}\n',
      'Title renders nothing: make it a hook',
    ],
    ['src/routes/profile.tsx', "import * as React from 'react'", 'react: * is forbidden in src/routes/**'],
    [
      'src/routes/profile.tsx',
      "import { sessionMachine } from '#src/machines/session.ts'",
      '#src/machines/session.ts is allowed in src/routes/** as a type only',
    ],
    [
      'src/routes/profile.tsx',
      "import { createAppRouter } from '#src/app/router.ts'",
      '#src/app/router.ts is allowed in src/routes/** as a type only',
    ],
    [
      'src/routes/profile.tsx',
      "import { http } from '#src/api/http.ts'",
      '#src/api/http.ts is forbidden in src/routes/**',
    ],
    ['src/routes/profile.tsx', "const { ofetch } = await import('ofetch')", 'ofetch is forbidden in src/routes/**'],
    [
      'src/routes/-events/page.tsx',
      "import { row } from '#src/routes/-schedule/row.ts'",
      '#src/routes/-schedule/row.ts is private to another page: share it by src/domain, -shell or src/ui',
    ],
    [
      'src/routes/-shell/shell/layout.tsx',
      "const { Bar } = await import('#src/routes/-profile/bar.tsx')",
      '#src/routes/-profile/bar.tsx is private to another page: share it by src/domain, -shell or src/ui',
    ],
    ['src/i18n/numbers.ts', "import type { z } from 'zod'", 'zod is forbidden in src/**'],
    ['src/i18n/numbers.ts', "import type { Env } from '#server/env.ts'", '#server/env.ts is forbidden in src/**'],
    [
      'src/i18n/numbers.ts',
      "export { profile } from '#contract/people/profile.ts'",
      '#contract/people/profile.ts brings zod into the browser: use import type',
    ],
    ['src/app/router.ts', "import './main.tsx'", './main.tsx is forbidden in **'],
    [
      'server/app.ts',
      "import { guard } from '#src/app/route-guard.ts'",
      '#src/app/route-guard.ts is forbidden in server/**',
    ],
    ...['server/app.ts', 'server/notifications/render-mail.ts', 'server/notifications/templates/marks.ts'].map(
      (path): [string, string, string] => [path, "import { createElement } from 'react'", noReact],
    ),
    ['server/app.ts', "import { setup } from 'xstate'", 'xstate is forbidden in server/**'],
    [
      'server/demo/seed.ts',
      "import type { App } from '#server/app.ts'",
      '#server/app.ts is allowed only in server/main.ts, tests/**',
    ],
    [
      'server/jobs/schedule.ts',
      "import { scheduleRoutes } from '#server/learning/schedule/routes.ts'",
      '#server/learning/schedule/routes.ts is the HTTP layer of another module',
    ],
    [
      'server/enrolment/contracts/rules.ts',
      "import { enrolStudent } from '#server/enrolment/programme/enrol-student.ts'",
      '#server/enrolment/programme/enrol-student.ts is not allowed in server/enrolment/contracts/**',
    ],
    [
      'server/enrolment/purchase/baskets.ts',
      "import { findCourseCards } from '#server/enrolment/catalog/courses.ts'",
      '#server/enrolment/catalog/courses.ts is not allowed in server/enrolment/purchase/**',
    ],
    [
      'server/billing/tax/deduction.ts',
      "import type { SchedulePeriod } from '#server/learning/schedule/schedule-items.ts'",
      '#server/learning/schedule/schedule-items.ts is not allowed in server/billing/tax/**',
    ],
    [
      'server/access/roles.ts',
      "import { findFeed } from '#server/learning/feed/feeds.ts'",
      '#server/learning/feed/feeds.ts is not allowed in server/access/**',
    ],
    [
      'server/people/tickets/ticket-steps.ts',
      "import { serveImports } from '#server/integration/import-socket.ts'",
      '#server/integration/import-socket.ts is not allowed in server/people/**',
    ],
    [
      'server/idp/accounts.ts',
      "import { startImpersonation } from '#server/auth/impersonation/start-impersonation.ts'",
      '#server/auth/impersonation/start-impersonation.ts is not allowed in server/idp/**',
    ],
    [
      'server/tokens.ts',
      "import { findFeed } from '#server/learning/feed/feeds.ts'",
      '#server/learning/feed/feeds.ts is not allowed in server/!(app|app-types|env|expected-values|main|start-warnings|startup-banner).ts',
    ],
    [
      'server/db/queues.ts',
      "import { findViewers } from '#server/access/student-viewers.ts'",
      '#server/access/student-viewers.ts is not allowed in server/db/**',
    ],
    [
      'server/enrolment/transfers/rules.ts',
      "import { eq } from 'drizzle-orm'",
      'drizzle-orm is allowed in server/**/{rules,*-rules}.ts as a type only',
    ],
    ...['#src/machines/session.ts', '#contract/calls.ts', '#server/env.ts', '#tests/models/config.ts'].map(
      (file): [string, string, string] => [
        'tests/model-runner/model.ts',
        `import { something } from '${file}'`,
        `${file} is forbidden in tests/model-runner/**`,
      ],
    ),
  ]
  test.each(forbidden)('rejects in %s: %s', (path, source, violation) => {
    expect(violationsIn(path, source)).toEqual([`${path}: ${violation}`])
  })

  const allowed: [path: string, source: string][] = [
    ['contract/learning/events.ts', "import { z } from 'zod'\nimport { uuid } from '#contract/schemas.ts'"],
    ['src/machines/session.ts', "import { setup } from 'xstate'\nimport { selectGroup } from '#contract/roles.ts'"],
    ['src/actors/new-flow.actors.ts', "import { toResult } from '#src/api/api-error.ts'"],
    ['src/api/events.ts', "import type { QueryClient } from '@tanstack/react-query'"],
    ['src/ui/overlay/dialog.tsx', "import * as Dialog from '@radix-ui/react-dialog'"],
    [
      'src/routes/profile.tsx',
      "import { useState } from 'react'\nimport type { SessionActor } from '#src/machines/session.ts'",
    ],
    ['src/routes/-shell/flow/use-mark-seen.ts', "import { useEffect } from 'react'"],
    ['src/i18n/labels.ts', "import { problemTypes } from '#contract/problem.ts'"],
    ['server/main.ts', "import { buildApp } from './app.ts'"],
    [
      'server/enrolment/catalog/courses.ts',
      "import { findPurchaseObstacles } from '#server/enrolment/purchase/purchase-obstacles.ts'",
    ],
    ['tests/support/server/app.ts', "import { buildApp } from '#server/app.ts'"],
    ['server/notifications/mail-layout.ts', "import { createElement } from 'react'"],
    ['scripts/generated-files.ts', "import drizzle from '../drizzle.config.ts'"],
  ]
  test.each(allowed)('allows in %s: %s', (path, source) => {
    expect(violationsIn(path, source)).toEqual([])
  })
})

describe('import rules of the folders of the server', () => {
  const paths = globSync('server/**/*.ts').map((path) => path.replaceAll('\\', '/'))

  test('rejects a folder without a row', () => {
    expect(serverRowViolations([...paths, 'server/learning/news/rules.ts'])).toEqual([
      'server/learning/news/ has no row in scripts/import-rules.ts',
    ])
  })

  test('rejects a row without a folder', () => {
    expect(serverRowViolations(paths.filter((path) => !path.startsWith('server/learning/unseen/')))).toEqual([
      'scripts/import-rules.ts has a row for server/learning/unseen/, which does not exist',
    ])
  })
})

describe('import cycles between domains of the server', () => {
  const billing = {
    path: 'server/billing/bills/routes.ts',
    source: "import { findPlans } from '#server/enrolment/plans.ts'",
  }
  const enrolment = { path: 'server/enrolment/plans.ts', source: "import { addJob } from '#server/jobs/queue.ts'" }
  const jobs = (source: string) => ({ path: 'server/jobs/queue.ts', source })

  test('rejects a cycle of three domains, once', () => {
    expect(domainCycles([jobs("import { sendBills } from '#server/billing/bills.ts'"), enrolment, billing])).toEqual([
      'billing → enrolment → jobs → billing is a cycle: ' +
        'server/billing/bills/routes.ts imports server/enrolment/plans.ts; ' +
        'server/enrolment/plans.ts imports server/jobs/queue.ts; ' +
        'server/jobs/queue.ts imports server/billing/bills.ts',
    ])
  })

  test('allows type-only imports, imports within a domain and files of no domain', () => {
    const sources = [
      "import type { Bill } from '#server/billing/bills.ts'",
      "import './schedule.ts'",
      "import '#server/app.ts'",
    ]
    expect(domainCycles([...sources.map(jobs), enrolment, billing])).toEqual([])
  })
})

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
  const forbiddenNames = ['utils', 'helpers', 'common', 'misc', 'types', 'index', 'constants', 'service', 'manager']
  test.each(forbiddenNames)('rejects %s', (name) => {
    expect(violationsIn(`src/api/${name}.ts`, '')).toEqual([
      `src/api/${name}.ts: the name ${name}.ts does not say what is in it`,
    ])
  })
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
