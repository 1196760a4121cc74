import { type AnswerOf, type Call, pathOf } from '#contract/call.ts'
import { listFileRows } from '#contract/limits.ts'
import type { ListFileName } from '#contract/people/list-files.ts'
import type { App } from '#server/app-types.ts'
import { writeCsv } from '#server/csv/write-csv.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { pageLanguage } from '#server/http/request-language.ts'
import { translatorOf } from '#server/http/school-names.ts'
import { audit } from '#server/security/audit-log.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import type { CallInput } from './calls.ts'
import { attachmentNamed } from './document-links.ts'
import { parsePart } from './request-validation.ts'

type List = { items: readonly unknown[] }
type Question<C extends Call> = Pick<CallInput<C>, 'query' | 'params' | 'session' | 'language'>

/**
 * Serves the list of a call as CSV at the address of the call with `.csv`: with the same access and filters, at most 10 000
 * rows, in the words and the language of the page.
 */
export function serveListFile<C extends Call>(
  app: App,
  call: C,
  list: ListFileName,
  find: (question: Question<C>, pageSize: number) => Promise<AnswerOf<C> & List>,
): void {
  const translate = call.answer && translatorOf(call.answer)
  const url = `/api${pathOf(call.address).replaceAll(/\{(\w+)\}/g, ':$1')}.csv`
  const config = { access: call.access, isVisited: true, limit: 'document' } as const
  app.get(url, { config }, async (request, reply) => {
    if (app.describeList === null) throwProblem('unavailable', 'Lists are described by the build, which is missing')
    const language = pageLanguage(request)
    const { TIME_ZONE: timeZone, SCHOOL } = app.env
    const params = call.params?.safeParse(request.params)
    if (params?.success === false) throwProblem('not-found', 'No such list')
    const question = {
      session: request.session,
      language,
      params: params?.data,
      query: parsePart(call.query, request.query, 'query'),
    }
    // Values were parsed with the schemas that the type is derived from.
    const answer = await find(question as object as Question<C>, listFileRows)
    const names = SCHOOL.names?.[language]
    const { items } = (translate && names ? translate(answer, names) : answer) as List
    const rows = await app.describeList({ list, items, language, timeZone })
    const now = app.clock()
    const fileName = `${list}-${dayInZone(now, timeZone)}.csv`
    await audit(app.database, {
      at: now,
      action: 'export.list',
      subjectId: request.session?.userId ?? null,
      detail: `${list}: ${items.length}`,
    })
    return reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', attachmentNamed(fileName, 'list.csv'))
      .send(writeCsv(rows, language))
  })
}
