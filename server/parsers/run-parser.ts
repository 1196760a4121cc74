import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import pLimit from 'p-limit'
import { throwProblem } from '#server/http-error.ts'
import { type ParserLimits, type ParserName, parserLimits } from './parser-limits.ts'

/** A function or an async generator of a module. Input and items are copied between the processes. */
export type Parser<Input, Item> = {
  limits: ParserName
  module: URL
  name: string
  /** Never set: they carry the types. */
  input?: Input
  item?: Item
}

export type ParserJob = { module: string; name: string; input: unknown; limits: ParserLimits }
export type ToParser = { job: ParserJob } | { isNext: true }
/** `isWorn`: the process holds so much memory that the next file needs another one. */
export type FromParser = { item: unknown } | { isOver: true; isWorn: boolean } | { failure: string }

/** The parser used more than its limits, or died. The file is not to be read again. */
export class ParserKilled extends Error {
  constructor(parser: string, how: string) {
    super(`The parser ${parser} was ended: ${how}`)
    this.name = 'ParserKilled'
  }
}

const running = pLimit(2)
/** More are refused, so that a burst of files does not wait for minutes. */
const maxWaiting = 30

/**
 * Reads a file of a stranger in another process, which is killed past its limits: then, or if it dies, throws
 * `ParserKilled`. Two files are read at once; throws `unavailable` while too many wait.
 */
export async function runParser<Input, Item>(parser: Parser<Input, Item>, input: Input): Promise<Item> {
  if (running.pendingCount >= maxWaiting) throwProblem('unavailable', 'Too many files are being read')
  return running(async () => {
    const items: Item[] = []
    for await (const item of parseItems(parser, input)) items.push(item)
    return items[0] as Item
  })
}

/** Like `runParser`, for a generator: the next item is read when it is asked for, and limits are for each item. */
export async function* parseItems<Input, Item>(parser: Parser<Input, Item>, input: Input): AsyncGenerator<Item> {
  const limits = parserLimits[parser.limits]
  const process = takeProcess(parser.limits, limits)
  let isReusable = false
  try {
    send(process, { job: { module: parser.module.href, name: parser.name, input, limits } })
    for (;;) {
      const answer = await nextAnswer(process, parser.limits, limits)
      if ('failure' in answer) throw new Error(`The parser ${parser.limits} failed: ${answer.failure}`)
      if ('isOver' in answer) {
        isReusable = !answer.isWorn
        return
      }
      yield answer.item as Item
      send(process, { isNext: true })
    }
  } finally {
    if (isReusable) putBack(parser.limits, process)
    else process.child.kill('SIGKILL')
  }
}

type ParserProcess = {
  child: ChildProcess
  exited: Promise<unknown[]>
  answers: FromParser[]
  /** Called when an answer has come. */
  wake: () => void
}

/** Processes that wait for the next file: a start costs a quarter of a second of processor time. */
const idle: Record<ParserName, ParserProcess[]> = { picture: [], pdf: [] }
const idleMs = 15_000

function takeProcess(parser: ParserName, limits: ParserLimits): ParserProcess {
  const waiting = idle[parser].pop()
  const process = waiting ?? startProcess(limits)
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
  const started: ParserProcess = { child, exited: once(child, 'exit'), answers: [], wake: () => undefined }
  child.on('message', (message) => {
    started.answers.push(message as FromParser)
    started.wake()
  })
  return started
}

/** No network, no other processes, and no writing. */
const permissions = ['--allow-fs-read=*', '--allow-addons', '--allow-worker']

async function nextAnswer(process: ParserProcess, parser: ParserName, { seconds }: ParserLimits): Promise<FromParser> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(resolve, seconds * 1000, 'late')
  try {
    for (;;) {
      const answer = process.answers.shift()
      if (answer) return answer
      const { promise: answered, resolve: wake } = Promise.withResolvers<'answered'>()
      process.wake = () => wake('answered')
      const first = await Promise.race([answered, process.exited, late])
      if (first === 'late') throw new ParserKilled(parser, `no answer in ${seconds} s`)
      if (Array.isArray(first) && process.answers.length === 0)
        throw new ParserKilled(parser, `${first[1] ?? first[0]}`)
    }
  } finally {
    clearTimeout(timer)
  }
}

/** That a process has just ended is noticed by its exit. */
function send({ child }: ParserProcess, message: ToParser): void {
  child.send(message, () => undefined)
}
