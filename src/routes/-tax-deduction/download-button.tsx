import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { TaxDeduction, TaxStudent } from '#contract/tax.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'

const route = getRouteApi('/tax-deduction')

/** The file: its address is asked for when it is wanted, because the one on the page is good for minutes only. */
export function DownloadButton({
  deduction: { year },
  student: { studentUuid },
}: {
  deduction: TaxDeduction
  student: TaxStudent
}) {
  const leaveFor = route.useRouteContext({ select: (context) => context.leaveFor })
  const ask = useMutation({
    ...callMutation('GET /v1/profile/tax-deduction', { returnsFailure: true }),
    onSuccess: ({ students }) => {
      const url = students.find((student) => student.studentUuid === studentUuid)?.certificateUrl
      if (url) leaveFor(url)
    },
  })
  return (
    <div className="flex flex-col items-start gap-xs">
      <Button
        variant="primary"
        icon={<Icon name="download" />}
        busy={ask.isPending}
        onClick={() => ask.mutate({ query: { year } })}
      >
        <Trans>Скачать справку, PDF</Trans>
      </Button>
      {ask.error && (
        <p role="alert" className="text-sm text-ink-error">
          <Trans>Не удалось получить справку.</Trans> <FailureWords error={ask.error} />
        </p>
      )}
    </div>
  )
}
