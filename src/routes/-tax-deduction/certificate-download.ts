import { getRouteApi } from '@tanstack/react-router'
import { callMutation } from '#src/api/call-mutation.ts'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'

const route = getRouteApi('/tax-deduction')

/** Downloads the certificate of a student. Requests its URL on start, because it expires within minutes. */
export function useCertificateDownload(year: number, studentUuid: string) {
  const openExternal = route.useRouteContext({ select: (context) => context.openExternal })
  const { isPending, error, mutate } = usePressMutation({
    ...callMutation('GET /v1/profile/tax-deduction', { handlesError: true }),
    onSuccess: ({ students }) => {
      const url = students.find((student) => student.studentUuid === studentUuid)?.certificateUrl
      if (url) openExternal(url)
    },
  })
  return { isPending, error, start: () => mutate({ query: { year } }) }
}
