import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { pathOf } from '#contract/call.ts'
import { declaredCalls } from '#contract/calls.ts'
import { changeStreamPath } from '#contract/change-stream.ts'
import type { App } from '#server/app-types.ts'
import { requests, type Sent } from '#tests/support/input/requests.ts'
import { responseDefect } from '#tests/support/input/response-assertions.ts'
import { openSchool, type School } from '#tests/support/input/school.ts'

/** The number of requests of a run. INPUT_REQUESTS sets another number, INPUT_SEED repeats a failed run. */
const many = Number(process.env.INPUT_REQUESTS ?? (process.env.TEST_ALL ? 200_000 : 1000))
/** A busy machine runs fewer requests of the reduced run. */
const timeLimit = many > 1000 ? {} : { interruptAfterTimeLimit: 8000, markInterruptAsFailure: false }

let school: School
beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school.close())

async function send({ who, method, url, headers, text, base64 }: Sent) {
  const payload = base64 === undefined ? text : Buffer.from(base64, 'base64')
  const { cookies } = await school.personCalled(who)
  return school.server.app.inject({
    method: method as InjectOptions['method'] & string,
    url,
    headers,
    ...(headers.cookie === undefined && { cookies }),
    ...(payload !== undefined && { payload }),
  } as InjectOptions)
}

/**
 * Sends a request, again with a new session if the old one has expired, and returns what is wrong with the response.
 */
async function defectOf(sent: Sent): Promise<string | null> {
  school.pass(500)
  school.failures.length = 0
  const first = await send(sent)
  if (first.statusCode === 401) school.forget(sent.who)
  const answer = first.statusCode === 401 && sent.who !== 'visitor' ? await send(sent) : first
  const own = Object.values((await school.personCalled(sent.who)).cookies)
  // A problem page has the status of its problem.
  const isPageOfFailures = /^\/500(?:[/?]|$)/.test(sent.url) && answer.statusCode === 500
  return (isPageOfFailures ? null : responseDefect(answer, [...school.secrets, ...own])) ?? school.failures[0] ?? null
}

async function expectCalm(sent: Sent): Promise<void> {
  const fault = await defectOf(sent)
  if (fault === null) return
  const quoted = JSON.stringify(sent).replaceAll("'", "'\\''")
  throw new Error(
    `${fault}\nAgain: INPUT_REQUEST='${quoted}' npx vitest run --project=postgres tests/server/platform/input.test.ts`,
  )
}

const replayed = process.env.INPUT_REQUEST

describe('Arbitrary input to the server', () => {
  test.runIf(replayed)('repeats the request of a failure', () => expectCalm(JSON.parse(replayed ?? '') as Sent))

  test.skipIf(replayed)(
    'is answered or rejected with a problem document, without internal errors',
    async () => {
      // A stream never ends.
      const addresses = addressesOf(school.server.app).filter((address) => address !== `/api${changeStreamPath}`)
      const any = requests(school.requesters, addresses)
      const seed = process.env.INPUT_SEED ? { seed: Number(process.env.INPUT_SEED) } : {}
      await fc.assert(fc.asyncProperty(any, expectCalm), { numRuns: many, endOnFailure: false, ...timeLimit, ...seed })
    },
    60_000 + many * 60,
  )
})

const declared = new Set(declaredCalls.map(({ call }) => `/api${pathOf(call.address).replaceAll(/\{(\w+)\}/g, ':$1')}`))

/** Every route of the server besides the declared calls, as `/calendar/:secret`. */
function addressesOf(app: App): string[] {
  const above: string[] = []
  const found: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods] = /^([│\s]*)[├└]── (\S*)(?: \((.*)\))?/.exec(line) ?? []
    const depth = indent.length / 4
    above.splice(depth, above.length, part)
    const address = above.join('')
    if (methods && !declared.has(address)) found.push(address)
  }
  return found
}
