import { openly } from './command.ts'
import { isBuilt } from './freshness.ts'
import { weightOfBareStack, weightOfPages } from './weight.ts'

/** 1.3 times the 118 kB that a bare stack weighed when the budget was set. */
const budget = 1.3 * 118_000

if (!(await isBuilt()) && (await openly('scripts/build.ts')) !== 0) process.exit(1)
const [pages, bare] = await Promise.all([weightOfPages('dist'), weightOfBareStack()])
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const rows = pages.map(({ page, script, style }) => ({
  page: page.slice('src/routes/-'.length, -'/page.tsx'.length),
  JavaScript: kilobytes(script),
  CSS: kilobytes(style),
  together: kilobytes(script + style),
  'to the bare stack': ((script + style) / bare).toFixed(2),
}))
console.table(rows)
console.log(
  `Brotli 11. The budget of a page is ${kilobytes(budget)}. The bare stack (tests/bench/bare) is ${kilobytes(bare)} today.`,
)
process.exitCode = pages.every(({ script, style }) => script + style <= budget) ? 0 : 1
