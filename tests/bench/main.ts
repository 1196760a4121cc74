import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildBrowser } from '#scripts/browser-build.ts'
import { isBuildCurrent } from '#scripts/build-stamp.ts'
import { runInherited } from '#scripts/run-command.ts'
import { startServer } from '#tests/support/server/server-process.ts'
import { measureCatalog } from './catalog.ts'
import { measureClicks } from './clicks.ts'
import { measureDocuments } from './documents.ts'
import { measureImports } from './imports.ts'
import { measureInteractions, nameSlowestComponents, sharesOf } from './interactions.ts'
import { measureLarge } from './large.ts'
import { rounds } from './lines.ts'
import { measureLongList } from './long-list.ts'
import { assumed, measureMorning } from './morning/morning.ts'
import { measureOverload } from './overload.ts'
import { measurePages } from './pages.ts'
import { measurePayments } from './payments.ts'
import { measureReceipts } from './receipts.ts'
import { measureGuesses, measureRenderingLoad, measureVisits } from './rendering-load.ts'
import { measureRequests } from './requests.ts'
import { measureConnections } from './scale.ts'
import { measureFanOut } from './servers/fan-out.ts'
import { measureReplicas } from './servers/replicas.ts'
import { measureServers } from './servers/servers.ts'
import { measureStreams } from './servers/streams.ts'
import { measureShifts } from './shifts.ts'
import { measureParentTasks, measureStaffTasks } from './tasks/measure-tasks.ts'

// `npm run bench`: figures of this machine beside bare references measured in the same run, so that ratios travel.
// `npm run bench -- pages clicks` measures those alone; `tasks`, `staff-tasks`, `interactions`, `large`, `connections`, `documents`,
// `servers`, `morning`, `payments`, `replicas`, `receipts`, `imports`, `fan-out`, `guesses` and `streams` are measured only where they are named. `--from DIR` measures
// another checkout, with its own packages and its own built dist/: the same before a change and after it. `--screens
// 'events|profile'` presses only the controls of these screens. `large --share 1` is a school of 5 million people, kept in
// the directory `--in`; `large fill` only fills it.
const { values, positionals: wanted } = parseArgs({
  args: process.argv.slice(2),
  options: {
    from: { type: 'string' },
    in: { type: 'string', default: join(tmpdir(), 'large-school') },
    screens: { type: 'string', default: '' },
    share: { type: 'string', default: '0.1' },
    people: { type: 'string', default: `${assumed.people}` },
    visits: { type: 'string', default: '900' },
    minutes: { type: 'string', default: '10' },
    prices: { type: 'string', default: JSON.stringify(assumed.prices) },
  },
  allowPositionals: true,
})
// Prevents a measurement of an outdated build or of one without server rendering.
if (!values.from && !(await isBuildCurrent()) && (await runInherited('scripts/build.ts')) !== 0) process.exit(1)
const runs = (name: string) => wanted.length === 0 || wanted.includes(name)
const start = (env: Record<string, string> = {}, wishes: { dataFrom?: string; ports?: [number, number] } = {}) =>
  startServer({
    from: values.from,
    env: { CHECK_ANSWERS: 'off', RENDER_TIMEOUT_MS: process.env.RENDER_TIMEOUT_MS ?? '', ...env },
    ...wishes,
  })

if (runs('pages')) {
  console.log(
    `\nPages: milliseconds, median of ${rounds}. The reference is the same content as one static file, no script,`,
  )
  console.log(
    'compressed as files of the build are (brotli 11); ours and the reference take turns. On the slow line the goals are 1.15, 1.25, 1.30.\n',
  )
  console.table(await measurePages(start))
  console.log('\nLayout shift from opening until the page rests, all shifts together.\n')
  console.table(await measureShifts(start))
}
if (runs('rendering')) {
  console.log('\nProfile calls, 100 a second, alone and beside 50 rendered documents a second: milliseconds.\n')
  console.table(await measureRenderingLoad(start))
  console.log('\nThe first click on the slow line, as soon as the painted page is seen; and what a tab keeps.\n')
  console.table(await measureVisits(start))
}
if (wanted.includes('documents')) {
  console.log('\nCPU of the server per rendered document, on PostgreSQL: milliseconds, median of 5.\n')
  console.table(await measureDocuments(start))
  console.log('\nMore documents than can be rendered, and 20 calls of other pages a second: milliseconds.\n')
  console.table(await measureOverload(start))
}
if (wanted.includes('guesses')) {
  console.log('\nCompressed pages, ten a second, alone and while 40 connections guess passwords: milliseconds.\n')
  console.table(await measureGuesses(() => start({ SIGN_INS_PER_MINUTE: '100000' })))
}
if (runs('clicks')) {
  console.log(`\nFrom a click in the menu to the content: milliseconds, median of ${rounds}.\n`)
  console.table(await measureClicks(start))
}
if (runs('list')) {
  console.log(
    '\nFive thousand contracts: milliseconds until the list is seen, and of each frame while it is scrolled.\n',
  )
  console.table(await measureLongList(start))
}
if (runs('requests')) {
  console.log(
    '\nCalls by 50 connections, medians of 3 rounds of 2 seconds. The reference is a bare Fastify handler that runs',
  )
  console.log('the call’s own statement by its name and serialises the rows; ours and the reference take turns.\n')
  console.table(await measureRequests(start))
}
if (runs('catalog')) {
  console.log('\nThe catalog with ten thousand courses: milliseconds to the whole answer, 40 times each.\n')
  console.table(await measureCatalog(start))
}
if (wanted.includes('interactions')) {
  console.log('\nThe longest event of a press on each control, CPU × 4: milliseconds, and the slowest component.\n')
  const measured = await measureInteractions(start, new RegExp(values.screens))
  console.table([sharesOf(measured)])
  const slowest = measured.presses.slice(0, 30)
  // A build for profiling knows the components. It replaces dist/ of this checkout until the next command builds again.
  if (values.from) console.table(slowest.map(({ screen, ...press }) => ({ screen: screen.screen, ...press })))
  else {
    await buildBrowser(true)
    console.table(await nameSlowestComponents(start, slowest))
  }
}
if (wanted.includes('tasks')) {
  console.log(
    '\nErrands of the demo parent from the home page: presses, typed words, screens, windows scrolled, seconds.\n',
  )
  console.table(await measureParentTasks(start))
}
if (wanted.includes('staff-tasks')) {
  console.log(
    '\nA day of the office from the overview of the panel: presses, typed fields, screens, windows scrolled.\n',
  )
  console.table(await measureStaffTasks(start, new RegExp(values.screens)))
}
if (wanted.includes('large')) {
  const share = Number(values.share)
  console.log(`\nA school of ${share * 5} million people and ten years beside a thousandth of it, on PostgreSQL.\n`)
  await measureLarge(start, { share, directory: values.in, isOnlyFilled: wanted.includes('fill') })
}
if (wanted.includes('connections')) {
  console.log('\nEver more connections, each asking one call after another, on PostgreSQL.\n')
  console.table(await measureConnections(start))
}
if (wanted.includes('servers')) {
  console.log('\nTwo servers on one PostgreSQL beside one, each held to a seventh of a core.\n')
  console.table(await measureServers(start))
}
if (wanted.includes('replicas')) {
  console.log('\nA primary alone, with one and with two replicas, each held to a seventh of a core.\n')
  console.table(await measureReplicas(start))
}
if (wanted.includes('morning')) {
  console.log(
    '\nThe first morning of a school by a model, and the model beside a part of that morning that is played here.',
  )
  const prices = { ...assumed.prices, ...JSON.parse(values.prices) }
  const [people, visits, minutes] = [values.people, values.visits, values.minutes].map(Number) as [
    number,
    number,
    number,
  ]
  for await (const { title, rows } of measureMorning(start, { people, visits, minutes, prices })) {
    console.log(`\n${title}.\n`)
    console.table(rows)
  }
}
if (wanted.includes('streams')) {
  console.log('\nOpen streams of changes on PostgreSQL. The goal is 5 000 in 500 MB.\n')
  console.table(await measureStreams(start))
}
if (wanted.includes('imports')) {
  console.log('\nThe import of the school by the command and by the integration API: rows a second.\n')
  console.table(await measureImports(start))
}
if (wanted.includes('fan-out')) {
  console.log(
    '\nA news item for 100 000 people on PostgreSQL. The goal for urgent messages meanwhile is 5 000 ms (p95).\n',
  )
  console.table(await measureFanOut(start))
}
if (wanted.includes('payments')) {
  console.log('\nOnline payments at a constant rate on PostgreSQL: milliseconds. The goal is no error.\n')
  console.table(await measurePayments(start))
}
if (wanted.includes('receipts')) {
  console.log('\nAn import of 100 000 payments on PostgreSQL: seconds, from the command to its end.\n')
  console.table(await measureReceipts())
}
