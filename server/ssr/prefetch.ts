import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { stringify } from 'qs'
import { type AnswerOf, pathOf as pathOfCall } from '#contract/call.ts'
import { type Calls, declaredCalls } from '#contract/calls.ts'
import type { RouteName } from '#contract/enumerations.ts'
import { gradeBookViewOf, type StudentGradeBooks, selectGradeBook } from '#contract/learning/grade-book-selection.ts'
import { decideAccess } from '#contract/route-access.ts'
import type { GradeBookSearch } from '#contract/screen-search.ts'
import {
  callPaths,
  homePageDays,
  layoutCallsOf,
  type PrefetchCall,
  prefetchCall,
  prefetchCallsOf,
  type Screen,
  type ScreenContext,
  screens,
} from '#contract/screens.ts'
import type { App, Session } from '#server/app-types.ts'
import { runWithSession } from '#server/auth/sessions/session-plugin.ts'
import { addDays, dayInZone } from '#server/calendar-days.ts'
import type { Env } from '#server/env.ts'
import { pageLanguage } from '#server/request-language.ts'

/** The screen that a user gets for a URL, and its first calls. */
type PageTarget = { screen: RouteName; calls: PrefetchCall[] }

/** Applies the access rules (S6): the screen differs from `requested` if the user is redirected. */
export function pageTargetOf(request: FastifyRequest, app: App, requested: Screen): PageTarget {
  const { session } = request
  const { screen } = decideAccess(requested, session)
  const target = screens[screen]
  const isRequested = requested.name === screen && 'search' in target
  const search = isRequested ? target.search(request.query as object) : {}
  const context = screenContextOf(session, app)
  const params = request.params as Record<string, string>
  const own = withDependentCalls(prefetchCallsOf(target, context, search, params), screen, search, context)
  const calls = [...layoutCallsOf(session?.group ?? null), ...own]
  return { screen, calls: session ? calls : calls.filter(({ call }) => publicCalls.has(call)) }
}

/** Calls that need no session. */
const publicCalls = new Set<string>(
  declaredCalls.filter(({ call }) => call.access.who === 'anyone').map(({ call }) => call.address),
)

/** Characters of an answer. A longer one would delay the document more than a separate request. */
const maxAnswerLength = 64 * 1024

/**
 * Runs the prefetch calls through `app.inject` with the user's session, so the normal access checks apply. Adds each
 * answer to `answers` as it comes, as JSON together with its call.
 */
export function prefetchCalls(
  calls: readonly PrefetchCall[],
  request: FastifyRequest,
  app: App,
  answers: string[],
): Promise<void> {
  const headers = { cookie: request.headers.cookie ?? '', 'accept-language': pageLanguage(request) }
  const prefetch = async (prefetched: PrefetchCall): Promise<void> => {
    const reply = await app.inject({ method: 'GET', url: urlOf(prefetched), headers, remoteAddress: request.ip })
    if (reply.statusCode !== 200 || reply.payload.length > maxAnswerLength) return
    answers.push(`{"prefetch":${JSON.stringify(prefetched)},"answer":${reply.payload}}`)
    if (prefetched.next) await prefetchAll(prefetched.next(reply.json() as never))
  }
  const prefetchAll = async (some: readonly PrefetchCall[]) => void (await Promise.all(some.map(prefetch)))
  return runWithSession(request.session, () => prefetchAll(calls))
}

/** The context that `contract/screens.ts` computes a screen's first calls from. */
function screenContextOf(session: Session | null, { env, clock }: { env: Env; clock: () => Date }): ScreenContext {
  const today = dayInZone(clock(), env.TIME_ZONE)
  return {
    isVisitor: session === null,
    group: session?.group ?? null,
    today,
    lastHomePageDay: addDays(today, homePageDays - 1),
    linkProviders: env.LINK_PROVIDERS,
  }
}

/** The URL of a call, in the notation of the browser. */
export function urlOf({ call, args = {} }: PrefetchCall): string {
  const { params = {}, query = {} } = args
  const path = pathOfCall(call).replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return `/api${path}${stringify(query, { addQueryPrefix: true, arrayFormat: 'brackets', encodeValuesOnly: true })}`
}

type ChildrensBooks = AnswerOf<Calls['GET /v1/parent/children/grade-book/list']>
type OwnBooks = AnswerOf<Calls['GET /v1/student/grade-book/books']>

/**
 * Adds the calls that the grade book makes after its list has loaded, because it selects book and term by itself. With
 * their answers the marks are rendered on the server.
 */
function withDependentCalls(
  calls: PrefetchCall[],
  screen: RouteName,
  search: object,
  { today }: ScreenContext,
): PrefetchCall[] {
  if (screen !== 'grade-book') return calls
  const callsOf = (allBooks: readonly StudentGradeBooks[]) =>
    callsOfOpened(allBooks, search as GradeBookSearch, today).filter(
      (later) => !calls.some((first) => isSame(first, later)),
    )
  return calls.map((prefetch) => {
    if (prefetch.call === 'GET /v1/parent/children/grade-book/list')
      return { ...prefetch, next: (allBooks: ChildrensBooks) => callsOf(allBooks) }
    if (prefetch.call === 'GET /v1/student/grade-book/books')
      return { ...prefetch, next: ({ books }: OwnBooks) => callsOf([{ student: null, books }]) }
    return prefetch
  })
}

/** Calls of the selected view of a book. */
function callsOfOpened(allBooks: readonly StudentGradeBooks[], search: GradeBookSearch, today: string): PrefetchCall[] {
  const { studentBooks, book, term } = selectGradeBook(allBooks, search, today) ?? {}
  const [firstCourse] = book?.courses ?? []
  if (!studentBooks || !book || !term || firstCourse === undefined) return []
  const path = callPaths[studentBooks.student === null ? 'student' : 'parent']
  const ofBook = { ...(studentBooks.student && { studentUuid: studentBooks.student.uuid }), bookUuid: book.uuid }
  const daysOf = (termUuid: string) =>
    prefetchCall(`GET /v1/${path}/grade-book/journal-days`, { query: { ...ofBook, termUuid } })
  const journalOf = (termUuid: string) => {
    const courseUuid = book.courses.map(({ uuid }) => uuid)
    return [
      daysOf(termUuid),
      prefetchCall(`GET /v1/${path}/grade-book/marks`, { query: { ...ofBook, termUuid, courseUuid } }),
    ]
  }
  const scoresOf = (termUuid: string) => {
    const { uuid: courseUuid } = book.courses.find(({ uuid }) => uuid === search.course) ?? firstCourse
    const query = { ...ofBook, courseUuid, termUuid }
    return [daysOf(termUuid), prefetchCall(`GET /v1/${path}/grade-book/score-journal`, { query })]
  }
  const always = [
    prefetchCall(`GET /v1/${path}/grade-book/settings`, { query: ofBook }),
    prefetchCall(`GET /v1/${path}/grade-book/courses-without-journals`, { query: ofBook }),
  ]
  if (gradeBookViewOf(book, search.view) === 'marks')
    return [...always, ...(book.variant === 'academy' ? scoresOf(term.uuid) : journalOf(term.uuid))]
  if (book.variant !== 'college') return always
  // Debts are shown for all semesters that have begun.
  const begun = book.terms.filter(({ uuid, startsOn }) => startsOn <= today || uuid === term.uuid)
  return [...always, ...begun.flatMap(({ uuid }) => journalOf(uuid))]
}

function isSame(one: PrefetchCall, other: PrefetchCall): boolean {
  return one.call === other.call && isDeepStrictEqual(one.args, other.args)
}
