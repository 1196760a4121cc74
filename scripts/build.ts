import { buildBrowser } from './browser-build.ts'

const started = performance.now()
await buildBrowser()
console.log(`Built the pages into dist/ in ${((performance.now() - started) / 1000).toFixed(1)} s`)
