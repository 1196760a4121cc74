import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quietly, tool } from '#scripts/command.ts'
import { complaintsAbout } from '#scripts/import-rules.ts'

describe('Who may import whom', () => {
  const forbidden: [path: string, source: string, complaint: string][] = [
    ['contract/roles.ts', "import { format } from 'dayjs'", 'dayjs is not among what contract/ may import'],
    [
      'contract/roles.ts',
      "import { x } from '#src/api/http.ts'",
      '#src/api/http.ts is not among what contract/ may import',
    ],
    [
      'src/machines/session.ts',
      "import { http } from '#src/api/http.ts'",
      '#src/api/http.ts is not among what src/machines/ may import',
    ],
    ['src/machines/session.ts', "import { useState } from 'react'", 'react is not among what src/machines/ may import'],
    [
      'src/machines/session.ts',
      "import { redirect } from '@tanstack/react-router'",
      '@tanstack/react-router is not among what src/machines/ may import',
    ],
    ['src/machines/session.ts', "import { ofetch } from 'ofetch'", 'ofetch is not among what src/machines/ may import'],
    [
      'src/api/profile.ts',
      "import { sessionMachine } from '#src/machines/session.ts'",
      '#src/machines/session.ts is not among what src/api/ may import',
    ],
    [
      'src/api/profile.ts',
      "import { Button } from '#src/ui/button.tsx'",
      '#src/ui/button.tsx is not among what src/api/ may import',
    ],
    [
      'src/api/profile.ts',
      "import { useQuery } from '@tanstack/react-query'",
      '@tanstack/react-query gives src/api/ no useQuery',
    ],
    [
      'src/ui/button.tsx',
      "import type { IconName } from '#contract/enumerations.ts'",
      '#contract/enumerations.ts is not among what src/ui/ may import',
    ],
    [
      'src/ui/button.tsx',
      "import { Trans } from '@lingui/react/macro'",
      '@lingui/react/macro is not among what src/ui/ may import',
    ],
    [
      'src/ui/button.tsx',
      "import { Link } from '@tanstack/react-router'",
      '@tanstack/react-router is not among what src/ui/ may import',
    ],
    ['src/routes/profile.tsx', "import { useEffect } from 'react'", 'react gives src/routes/ no useEffect'],
    ['src/routes/profile.tsx', "import * as React from 'react'", 'react gives src/routes/ no *'],
    [
      'src/routes/profile.tsx',
      "import { sessionMachine } from '#src/machines/session.ts'",
      '#src/machines/session.ts gives src/routes/ only types: use import type',
    ],
    [
      'src/routes/profile.tsx',
      "import { wire } from '#src/wiring.ts'",
      '#src/wiring.ts gives src/routes/ only types: use import type',
    ],
    [
      'src/routes/profile.tsx',
      "import { createAppRouter } from '#src/router.ts'",
      '#src/router.ts gives src/routes/ only types: use import type',
    ],
    [
      'src/routes/profile.tsx',
      "import { http } from '#src/api/http.ts'",
      '#src/api/http.ts may not be imported in src/routes/',
    ],
    [
      'src/routes/profile.tsx',
      "const { ofetch } = await import('ofetch')",
      'ofetch may not be imported in src/routes/',
    ],
    [
      'src/wiring.ts',
      "import { Button } from './ui/button.tsx'",
      './ui/button.tsx may not be imported in src/wiring.ts',
    ],
    ['src/wiring.ts', "import { useState } from 'react'", 'react may not be imported in src/wiring.ts'],
    [
      'src/i18n/money.ts',
      "import { profile } from '#contract/profile.ts'",
      '#contract/profile.ts brings its schemas into the browser: use import type',
    ],
    [
      'src/i18n/money.ts',
      "import { type Profile, profile } from '#contract/profile.ts'",
      '#contract/profile.ts brings its schemas into the browser: use import type',
    ],
    [
      'src/i18n/money.ts',
      "export { profile } from '#contract/profile.ts'",
      '#contract/profile.ts brings its schemas into the browser: use import type',
    ],
    [
      'contract/screens.ts',
      "import { profile } from './profile.ts'",
      './profile.ts brings its schemas into the browser: use import type',
    ],
    ['contract/limits.ts', "import { z } from 'zod'", 'zod brings its schemas into the browser: use import type'],
    [
      'src/routes/-events/page.tsx',
      "import { kindOf } from '#src/routes/-schedule/kinds.ts'",
      "#src/routes/-schedule/kinds.ts is another screen's: share it by src/school, -frame or src/ui",
    ],
    [
      'src/routes/-frame/frame.tsx',
      "const { Bar } = await import('#src/routes/-profile/bar.tsx')",
      "#src/routes/-profile/bar.tsx is another screen's: share it by src/school, -frame or src/ui",
    ],
    ['src/school/kinds.ts', "import { useMemo } from 'react'", 'react is not among what src/school/ may import'],
    ['src/i18n/money.ts', "import type { z } from 'zod'", 'zod may not be imported in src/'],
    ['src/i18n/money.ts', "import type { Env } from '#server/env.ts'", '#server/env.ts may not be imported in src/'],
    ['src/router.ts', "import './main.tsx'", './main.tsx may not be imported in any file'],
    ['server/app.ts', "import { rules } from '#src/admission.ts'", '#src/admission.ts may not be imported in server/'],
    ['server/app.ts', "import { createElement } from 'react'", 'react may not be imported in server/'],
    ['server/app.ts', "import { setup } from 'xstate'", 'xstate may not be imported in server/'],
    [
      'server/plugins/health.ts',
      "import type { App } from '#server/app.ts'",
      '#server/app.ts may be imported only in server/main.ts, tests/',
    ],
    [
      'server/modules/events/rules.ts',
      "import { scheduleRoutes } from '#server/modules/schedule/routes.ts'",
      "#server/modules/schedule/routes.ts is another module's: modules meet in the database, not in routes",
    ],
    [
      'src/ui/layouts/frame.tsx',
      "import { Button } from '../button.tsx'",
      '../button.tsx goes up the tree: use a # address',
    ],
  ]
  test.each(forbidden)('%s may not say: %s', (path, source, complaint) => {
    expect(complaintsAbout(path, source)).toEqual([`${path}: ${complaint}`])
  })

  const allowed: [path: string, source: string][] = [
    ['contract/events.ts', "import { z } from 'zod'\nimport { uuid } from './shapes.ts'"],
    ['src/machines/session.ts', "import { setup } from 'xstate'\nimport { selectGroup } from '#contract/roles.ts'"],
    [
      'src/api/events.ts',
      "import { queryOptions } from '@tanstack/react-query'\nimport type { Calls } from '#contract/calls.ts'",
    ],
    [
      'src/ui/dialog.tsx',
      "import * as Dialog from '@radix-ui/react-dialog'\nimport { Button } from '#src/ui/button.tsx'",
    ],
    [
      'src/routes/profile.tsx',
      "import { useState } from 'react'\nimport type { SessionActor } from '#src/machines/session.ts'",
    ],
    ['src/routes/index.tsx', "import { createFileRoute } from '@tanstack/react-router'"],
    ['src/i18n/enumeration-words.ts', "import { problemTypes } from '#contract/problem.ts'"],
    [
      'server/modules/events/routes.ts',
      "import { events } from '#contract/events.ts'\nimport { upcoming } from './rules.ts'",
    ],
    ['server/main.ts', "import { buildApp } from './app.ts'"],
    ['tests/support/app.ts', "import { buildApp } from '#server/app.ts'"],
    ['scripts/generated.ts', "import drizzle from '../drizzle.config.ts'"],
  ]
  test.each(allowed)('%s may say: %s', (path, source) => {
    expect(complaintsAbout(path, source)).toEqual([])
  })
})

describe('The lock', () => {
  type Locked = { version?: string; optionalDependencies?: Record<string, string> }
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }

  // npm forgets the packages of other platforms at times (npm/cli#4828), and then npm ci refuses everywhere.
  test('names what every platform needs', () => {
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

describe('Names of files', () => {
  const empty = ['utils', 'helpers', 'common', 'misc', 'types', 'index', 'constants', 'service', 'manager']
  test.each(empty)('no file is called %s', (name) => {
    expect(complaintsAbout(`src/api/${name}.ts`, '')).toEqual([
      `src/api/${name}.ts: «${name}.ts» does not say what is in it`,
    ])
  })
})

describe('What Biome refuses', () => {
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
    found = await complaintsOfBiome(tree)
  })
  afterAll(() => rmSync(tree, { recursive: true }))

  test.each(Object.entries(planted))('%s is judged', (path, { rule }) => {
    expect(found[path] ?? []).toEqual(rule === null ? [] : [rule])
  })
})

type Diagnostic = { category: string; location: { path: string } }

async function complaintsOfBiome(tree: string): Promise<Record<string, string[]>> {
  const wanted = ['ci', '--vcs-enabled=false', '--reporter=json', '--colors=off', `--config-path=${tree}`, tree]
  const { output } = await quietly(tool('@biomejs/biome', 'biome'), wanted)
  const report = output.split('\n').find((line) => line.startsWith('{"summary"')) ?? ''
  const { diagnostics } = JSON.parse(report) as { diagnostics: Diagnostic[] }
  const byFile = Map.groupBy(diagnostics, ({ location }) => relative(tree, resolve(location.path)))
  return Object.fromEntries([...byFile].map(([path, found]) => [path, found.map(({ category }) => category)]))
}
