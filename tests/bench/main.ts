import { measureClicks } from './clicks.ts'
import { measurePages } from './pages.ts'
import { measureRequests } from './requests.ts'

// `npm run bench`: figures of this machine beside bare references measured in the same run, so that ratios travel.
const wanted = process.argv.slice(2)
const runs = (name: string) => wanted.length === 0 || wanted.includes(name)

if (runs('pages')) {
  console.log('\nPages: milliseconds, median of 5. The reference is the same content as one static file, no script.\n')
  console.table(await measurePages())
}
if (runs('clicks')) {
  console.log('\nFrom a click in the menu to the content: milliseconds, median of 5.\n')
  console.table(await measureClicks())
}
if (runs('requests')) {
  console.log('\nRequests per second, 10 connections, 5 seconds each. The reference is a bare Fastify «hello».\n')
  console.table(await measureRequests())
}
