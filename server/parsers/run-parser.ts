import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import { throwInvalidValue } from '#server/http/http-error.ts'
import { type ParserLimits, type ParserName, parserLimits } from './parser-limits.ts'
import { parserPlaces } from './parser-places.ts'

/** A function of a module. Input and answer are copied between the processes. */
export type Parser<Input, Answer> = {
  limits: ParserName
  module: URL
  name: string
  /** Never set: they carry the types. */
  input?: Input
  answer?: Answer
}

/** A file to read, or the next part of the present one. */
export type ParserJob = { limits: ParserLimits } & ({ module: string; name: string; input: unknown } | { next: true })
/** `isWorn`: the process holds so much memory that the next file needs another one. */
export type FromParser = { answer: unknown; isWorn: boolean } | { failure: string }

/** The parser used more than its limits, or died. The file is not to be read again. */
export class ParserKilled extends Error {
  constructor(parser: string, how: string) {
    super(`The parser ${parser} was ended: ${how}`)
    this.name = 'ParserKilled'
  }
}

/**
 * Reads a file of a stranger in another process, which is killed past its limits: then, or if it dies, throws
 * `ParserKilled`. Waits for a place of its kind, fairly between owners; throws `unavailable` while too many wait.
 */
export async function runParser<Input, Answer>(
  parser: Parser<Input, Answer>,
  input: Input,
  owner = 'school',
): Promise<Answer> {
  return parserPlaces[parser.limits].run(owner, () => runInProcess(parser, input))
}

/** What is read for a request: the field of the file, and the id of the user or service account that sent it. */
export type FileSource = { path: string; owner: string; log: FastifyBaseLogger }

/** `runParser` for what a request holds: past the limits it throws `invalid-values` for `path`, which is logged. */
export async function readWithLimits<Input, Answer>(
  parser: Parser<Input, Answer>,
  input: Input,
  { path, owner, log }: FileSource,
): Promise<Answer> {
  try {
    return await runParser(parser, input, owner)
  } catch (error) {
    if (!(error instanceof ParserKilled)) throw error
    log.warn({ parser: parser.limits, reason: error.message }, 'a file took too much to read')
    return throwInvalidValue(path, 'too-complex', 'Reading it takes too much time or memory')
  }
}

async function runInProcess<Input, Answer>(parser: Parser<Input, Answer>, input: Input): Promise<Answer> {
  for await (const answer of answersOf<Answer>(parser, input)) return answer
  throw new Error(`The parser ${parser.limits} has not answered`)
}

/**
 * Reads a large file in another process, part by part: the function of the module is an async generator, and the limits
 * are those of each part. Takes none of the places of `runParser`, because the caller may take minutes between two parts.
 */
export async function* readInParts<Input, Part>(
  parser: Parser<Input, AsyncIterable<Part>>,
  input: Input,
): AsyncGenerator<Part> {
  for await (const { done, value } of answersOf<IteratorResult<Part, undefined>>(parser, input)) {
    if (done) return
    yield value
  }
}

/** The answers of one process to a file, and to each question for its next part. */
async function* answersOf<Answer>(
  { limits, module, name }: Pick<Parser<never, never>, 'limits' | 'module' | 'name'>,
  input: unknown,
): AsyncGenerator<Answer> {
  const process = takeProcess(limits)
  const jobLimits = { limits: parserLimits[limits] }
  let job: ParserJob = { ...jobLimits, module: module.href, name, input }
  let isReusable = false
  try {
    for (;;) {
      isReusable = false
      const message = await messageOf(process, limits, job)
      if ('failure' in message) throw new Error(`The parser ${limits} failed: ${message.failure}`)
      isReusable = !message.isWorn
      yield message.answer as Answer
      job = { ...jobLimits, next: true }
    }
  } finally {
    if (isReusable) putBack(limits, process)
    else process.child.kill('SIGKILL')
  }
}

type ParserProcess = { child: ChildProcess; exited: Promise<unknown[]> }

/** Processes that wait for the next file: a start costs a quarter of a second of processor time. */
const idle: Record<ParserName, ParserProcess[]> = {
  picture: [],
  pdf: [],
  table: [],
  records: [],
  statement: [],
}
const idleMs = 15_000

function takeProcess(parser: ParserName): ParserProcess {
  const process = idle[parser].pop() ?? startProcess(parserLimits[parser])
  process.child.ref()
  process.child.channel?.ref()
  return process
}

/** An idle process keeps neither the server nor a command running. */
function putBack(parser: ParserName, process: ParserProcess): void {
  const { child, exited } = process
  const idleOnes = idle[parser]
  idleOnes.push(process)
  child.unref()
  child.channel?.unref()
  const remove = () => {
    const at = idleOnes.indexOf(process)
    if (at >= 0) idleOnes.splice(at, 1)
    return at >= 0
  }
  setTimeout(() => remove() && child.kill('SIGKILL'), idleMs).unref()
  void exited.then(remove)
}

function startProcess({ megabytes }: ParserLimits): ParserProcess {
  const { NODE_COMPILE_CACHE } = process.env
  const child = fork(new URL('./parser-process.ts', import.meta.url), [], {
    // The other variables hold passwords.
    env: NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {},
    execArgv: [`--max-old-space-size=${megabytes}`, '--permission', ...permissions],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  return { child, exited: once(child, 'exit') }
}

/** No network, no other processes, and no writing. */
const permissions = ['--allow-fs-read=*', '--allow-addons', '--allow-worker']

/** What the process answers to a job. Throws `ParserKilled` if it ends, or is late. */
async function messageOf({ child, exited }: ParserProcess, parser: ParserName, job: ParserJob): Promise<FromParser> {
  const { seconds } = job.limits
  const listening = new AbortController()
  const answered = once(child, 'message', { signal: listening.signal }).then(([message]) => message as FromParser)
  answered.catch(() => undefined)
  const { promise: late, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(resolve, seconds * 1000, 'late')
  // That a process has just ended is noticed by its exit.
  child.send(job, () => undefined)
  try {
    const first = await Promise.race([answered, exited, late])
    if (first === 'late') throw new ParserKilled(parser, `no answer in ${seconds} s`)
    if (Array.isArray(first)) throw new ParserKilled(parser, `${first[1] ?? first[0]}`)
    return first
  } finally {
    clearTimeout(timer)
    listening.abort()
  }
}
