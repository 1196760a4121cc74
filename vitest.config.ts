import { existsSync } from 'node:fs'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const plugins = [lingui(), babel({ presets: [linguiTransformerBabelPreset()] }), react()]

/** These open no database of the tests: a second run would try the same again. */
const withoutDatabase = suites([
  'backup',
  'demo',
  'embedded-database',
  'embedded-death',
  'env',
  'full-disk',
  'instalments',
  'lock',
  'moves-rules',
  'oidc-client',
  'outages',
  'payee',
  'payment-code',
  'people-command',
  'query-string',
  'receipts-command',
  'receipts-rules',
  'return-path',
  'start',
  'text-validation',
  'tax-rules',
])

/** What these try is decided before the database is asked, or at another server: --all tries them on PostgreSQL too. */
const alikeOnPostgres = suites([
  'access',
  'embedded-provider',
  'iam-passwords',
  'names',
  'openapi',
  'csrf',
  'plans',
  'provider-input',
  'etag',
  'session-rules',
  'body-timeout',
  'system',
  'trust-proxy',
])

/** A name that is no longer there would leave its suite where it does not belong. */
function suites(names: readonly string[]): string[] {
  const paths = names.map((name) => `tests/server/${name}.test.ts`)
  const gone = paths.filter((path) => !existsSync(path))
  if (gone.length > 0) throw new Error(`There is no ${gone.join(', ')}`)
  return paths
}

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
      {
        // The server's suites once more, on a real PostgreSQL.
        extends: true,
        test: {
          ...postgres,
          name: 'postgres',
          include: ['tests/server/**/*.test.ts'],
          exclude: [...withoutDatabase, ...alikeOnPostgres],
        },
      },
      { extends: true, test: { ...postgres, name: 'alike on postgres', include: alikeOnPostgres } },
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
