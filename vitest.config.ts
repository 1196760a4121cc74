import { globSync, readFileSync } from 'node:fs'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import type { PluginOption } from 'vite'
import { defineConfig } from 'vitest/config'
import { keepDashes } from './lingui.config.ts'
import { loaderEnv } from './tests/support/server/server-process.ts'

// The workers inherit it.
Object.assign(process.env, loaderEnv)

const plugins: PluginOption[] = [lingui(), keepDashes, babel({ presets: [linguiTransformerBabelPreset()] }), react()]

/**
 * Server suites run on PostgreSQL. The first line of a suite that depends on the database (locks, races, transactions,
 * time zones) is `// Database: both.`; of one that opens none of the tests, `// Database: none.`
 */
function serverSuites(database: 'postgres' | 'both' | 'none'): string[] {
  return globSync('tests/server/**/*.test.ts').filter((path) => {
    const declared = /^\/\/ Database: (.*)\.\n/.exec(readFileSync(path, 'utf8'))?.[1] ?? 'postgres'
    return declared === database
  })
}

const [onPostgres, onBoth] = [serverSuites('postgres'), serverSuites('both')]
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000 }
/** Modules are loaded once per worker: loading the server takes longer than most suites. */
const server = { ...timeouts, isolate: false, setupFiles: ['tests/support/server/server-setup.ts'] }

const inDocument = {
  ...timeouts,
  isolate: false,
  include: ['tests/**/*.test.tsx'],
  environment: 'jsdom',
  setupFiles: ['tests/support/browser/document.ts'],
}

/** Suites about code that is loaded late: no other suite of their worker may have loaded it. */
const withOwnModules = [
  'tests/routes/{layout/late-parts,query/lazy-components}.test.tsx',
  'tests/i18n/create-i18n.test.tsx',
]

// The file's ending picks the runner: .test.ts runs in Node, .test.tsx in a document.
export default defineConfig({
  test: {
    // One more than the cores of the smallest machine: suites wait for processes, timers and locks.
    maxWorkers: 3,
    // As in playwright.config.ts: a test that passes at its second try is named as flaky, and fails the nightly run.
    retry: 1,
    restoreMocks: true,
    unstubGlobals: true,
    // Long tests of what rarely changes, or of another variant of what a usual run tests (decision 021).
    tags: [{ name: 'nightly', description: 'left out by npm test without --all' }],
    projects: [
      {
        extends: true,
        plugins,
        test: {
          ...timeouts,
          isolate: false,
          name: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/browser/**', ...onBoth, ...onPostgres],
        },
      },
      {
        extends: true,
        test: {
          ...server,
          name: 'postgres',
          include: [...onBoth, ...onPostgres],
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: ['tests/support/server/postgres.ts'],
        },
      },
      {
        // `npm test -- --all` runs all of them on the embedded database too.
        extends: true,
        test: {
          ...server,
          name: 'embedded',
          env: { TEST_DATABASE: 'embedded' },
          include: process.env.TEST_ALL ? [...onBoth, ...onPostgres] : onBoth,
        },
      },
      { extends: true, plugins, test: { ...inDocument, exclude: withOwnModules, name: 'document' } },
      {
        extends: true,
        plugins,
        test: { ...inDocument, isolate: true, include: withOwnModules, name: 'document, isolated' },
      },
    ],
  },
})
