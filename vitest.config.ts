import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const plugins = [lingui(), babel({ presets: [linguiTransformerBabelPreset()] }), react()]

/** These open no database of the tests: a second run would try the same again. */
const withoutDatabase = [
  'demo',
  'embedded-database',
  'env',
  'lock',
  'oidc-client',
  'query-string',
  'return-path',
  'start',
]

/** What may go otherwise on PostgreSQL than on the embedded database, which has one connection and does one thing at a time. */
const differsOnPostgres = {
  'two things at once': [
    'auth',
    'avatar',
    'delivery',
    'demo-seeding',
    'idempotency',
    'impersonation',
    'linked-accounts',
    'password',
    'session',
    'sign-in-through-linked',
    'two-factor',
    'verification',
  ],
  'migrations, types, transactions': ['database', 'migrations'],
  'its errors and its absence': ['errors', 'health', 'logs', 'page'],
  'plans, order of rows, full text': ['admin', 'contracts', 'schedule'],
}

const suites = (names: readonly string[]) => names.map((name) => `tests/server/${name}.test.ts`)
const onPostgres = suites(Object.values(differsOnPostgres).flat())
const postgres = {
  env: { TEST_DATABASE: 'postgres' },
  globalSetup: ['tests/support/postgres.ts'],
  testTimeout: 20_000,
  hookTimeout: 60_000,
}

// The file's ending picks the runner: .test.ts runs in Node, .test.tsx in a document.
export default defineConfig({
  test: {
    maxWorkers: 2,
    // No module keeps anything of its own (AGENTS.md), so files of tests may share those that are loaded.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        plugins,
        test: {
          name: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/browser/**'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      { extends: true, test: { ...postgres, name: 'postgres', include: onPostgres } },
      {
        // The rest of the server's suites once more, by npm test -- --all.
        extends: true,
        test: {
          ...postgres,
          name: 'rest on postgres',
          include: ['tests/server/**/*.test.ts'],
          exclude: [...onPostgres, ...suites(withoutDatabase)],
        },
      },
      {
        extends: true,
        plugins,
        test: {
          name: 'document',
          include: ['tests/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['tests/support/document.ts'],
          testTimeout: 20_000,
        },
      },
    ],
  },
})
