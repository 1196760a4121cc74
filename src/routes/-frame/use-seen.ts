import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { NewsSection } from '#contract/enumerations.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { newMarksQuery, newsQuery, scheduleChangesQuery } from '#src/api/news.ts'

/** Says that the person has seen a section as it was at an instant: what comes in the meantime stays new. */
export function useSeen(section: NewsSection) {
  const queryClient = useQueryClient()
  const renew = ({ queryKey }: { queryKey: readonly unknown[] }) => queryClient.invalidateQueries({ queryKey })
  const { mutate, isPending, error } = useMutation({
    ...callMutation('POST /v1/learning/news/seen', { returnsFailure: true }),
    onSuccess: async () => {
      void renew(newsQuery())
      await renew(section === 'schedule' ? scheduleChangesQuery() : newMarksQuery())
    },
  })
  return { tell: (at: string) => mutate({ body: { section, at } }), isPending, error }
}
