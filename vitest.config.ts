import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const plugins = [lingui(), babel({ presets: [linguiTransformerBabelPreset()] }), react()]

/** These open no database of the tests: a second run would try the same again. */
const withoutDatabase = ['env', 'lock', 'oidc-client', 'query-string', 'return-path', 'start']

// The file's ending picks the runner: .test.ts runs in Node, .test.tsx in a document.
export default defineConfig({
  test: {
    maxWorkers: 2,
    restoreMocks: true,
    projects: [
      {
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
        test: {
          name: 'postgres',
          include: ['tests/server/**/*.test.ts'],
          exclude: withoutDatabase.map((name) => `tests/server/${name}.test.ts`),
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: ['tests/support/postgres.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
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
