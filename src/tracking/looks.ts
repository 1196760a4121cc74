import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { deepestRule } from '#src/admission.ts'
import type { RawHttp } from '#src/api/http.ts'
import { newsQuery } from '#src/api/news.ts'
import type { SessionActor } from '#src/machines/session.ts'

type Looking = { router: AnyRouter; queryClient: QueryClient; session: SessionActor; http: RawHttp }

/**
 * Says that a section has been seen, as it was when its news were counted: once its page is here with all that it
 * asked for, so that the page itself still shows what was new. An administrator's look is not the person's (D-13).
 */
export function noteLooks({ router, queryClient, session, http }: Looking): void {
  const { queryKey } = newsQuery()
  const note = () => {
    if (router.state.status !== 'idle' || queryClient.isFetching() > 0) return
    const section = deepestRule(router.state.matches)?.name
    const { data: news = [], dataUpdatedAt } = queryClient.getQueryState(queryKey) ?? { dataUpdatedAt: 0 }
    const isNews = news.some((each) => each.section === section && each.count > 0)
    if (!isNews || session.getSnapshot().context.isLoggedAsAdmin) return
    queryClient.setQueryData(
      queryKey,
      news.map((each) => (each.section === section ? { ...each, count: 0 } : each)),
    )
    const at = new Date(dataUpdatedAt).toISOString()
    // Not kept, it is new once more: nothing is lost.
    http('POST /v1/learning/news/seen', { body: { section, at } }).catch(() => null)
  }
  router.subscribe('onResolved', note)
  queryClient.getQueryCache().subscribe(note)
}
