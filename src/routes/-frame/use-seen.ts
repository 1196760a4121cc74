import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { NewsSection } from '#contract/enumerations.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { renewNews } from '#src/api/seen.ts'

/** Says that the person has seen a section as it was at an instant: what comes in the meantime stays new. */
export function useSeen(section: NewsSection) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    ...callMutation('POST /v1/learning/news/seen', { returnsFailure: true }),
    onSuccess: () => renewNews(queryClient, section),
  })
  return { tell: (at: string) => mutate({ body: { section, at } }), isPending, error }
}
