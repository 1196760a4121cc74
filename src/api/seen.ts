import type { QueryClient } from '@tanstack/react-query'
import type { NewsSection } from '#contract/enumerations.ts'
import { newMarksQuery, newsQuery, scheduleChangesQuery } from './news.ts'

/** Once something was seen, less is new: in its list, which is waited for, and on the menu. */
export async function renewNews(queryClient: QueryClient, section: NewsSection): Promise<void> {
  const { queryKey } = section === 'schedule' ? scheduleChangesQuery() : newMarksQuery()
  void queryClient.invalidateQueries({ queryKey: newsQuery().queryKey })
  await queryClient.invalidateQueries({ queryKey })
}
