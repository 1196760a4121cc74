import { build, type Rolldown } from 'vite'
import type { ReferenceFile } from './reference-host.ts'

/** The libraries alone, each used once (tests/bench/bare), with the build of our pages, and the responses of its two calls. */
export async function buildBareStack(): Promise<Record<string, ReferenceFile>> {
  process.env.NODE_ENV = 'production'
  const { output } = (await build({
    configFile: false,
    // Hides the warnings about «use client» in libraries.
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: 'tests/bench/bare/main.tsx' },
    },
  })) as Rolldown.RolldownOutput
  const chunks = output.filter((file) => file.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  if (entry === undefined) throw new Error('The bare stack was built without an entry')
  return {
    '/': {
      type: 'text/html',
      content: `<!doctype html><title>Договоры</title><script type="module" src="/${entry.fileName}"></script>`,
    },
    ...Object.fromEntries(
      chunks.map(({ fileName, code }) => [`/${fileName}`, { type: 'text/javascript', content: code }]),
    ),
    '/api/name': { type: 'application/json', content: '"Ольга"' },
    '/api/contracts': { type: 'application/json', content: '["2025-0001", "2025-0002"]' },
  }
}
