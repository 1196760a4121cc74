import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

export const inlineScript = 'window.earlyResponses = {}'
export const inlineScriptOfAll = 'window.unfinished = 1'

const chunk = (file: string, imports: string[] = []) => ({ file: `assets/${file}`, imports })

const manifest = {
  'index.html': chunk('index-1.js', ['_react-1.js']),
  '_react-1.js': chunk('react-1.js'),
  '_table-1.js': chunk('table-1.js', ['_react-1.js']),
  'src/routes/-contracts-and-payments/page.tsx': chunk('contracts-1.js', ['_table-1.js', '_react-1.js']),
  'src/routes/-parent-home-page/page.tsx': chunk('parent-home-1.js', ['_table-1.js']),
  'src/routes/-parent-home-page/today/page.tsx': chunk('today-1.js'),
  'src/routes/-profile/page.tsx': chunk('profile-1.js'),
  'src/routes/-schedule/page.tsx': chunk('schedule-1.js'),
  'src/routes/-admin/page.tsx': chunk('admin-1.js'),
  'src/routes/-404/page.tsx': chunk('not-found-1.js'),
  'src/routes/-500/page.tsx': chunk('failed-1.js'),
  'src/locales/ru/messages.po': chunk('ru-1.js'),
  'src/locales/ru/parent-home-page.po': chunk('home-ru-1.js'),
  'src/locales/ru/profile.po': chunk('profile-ru-1.js'),
  'src/locales/en/messages.po': chunk('en-1.js'),
}

const files: Record<string, string> = {
  'index.html': `<!doctype html>
<html lang="ru"><head><title>-</title><link rel="preload" as="font" href="/assets/golos-1.woff2"><!--preload--><script type="module" src="/assets/index-1.js"></script><link rel="stylesheet" href="/assets/index-1.css"></head>
<body><div id="root"><!--shell--><p>shell</p><!--/shell--></div><!--initial-state--><p lang="ru" hidden>?<!--phone ru--></p><p lang="en" hidden>?<!--phone en--></p><script>${inlineScriptOfAll}</script><!--shell--><script>${inlineScript}</script><!--/shell--></body></html>`,
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '.vite/manifest.json': JSON.stringify(manifest),
  'assets/index-1.css': 'body{margin:0}',
  'assets/index-1.js': `export const page = ${JSON.stringify('x'.repeat(5000))}`,
}

/** A folder that resembles the output of the build, with the few files that tests request. */
export function writeBuiltPages(): string {
  const dist = mkdtempSync(join(tmpdir(), 'personal-account-dist-'))
  for (const [name, content] of Object.entries(files)) {
    const path = join(dist, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    if (!name.endsWith('.js')) continue
    writeFileSync(`${path}.br`, brotliCompressSync(content))
    writeFileSync(`${path}.gz`, gzipSync(content))
  }
  return dist
}
