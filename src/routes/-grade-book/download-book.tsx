import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { callMutation } from '#src/api/call-mutation.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { Book } from './opened.ts'

const route = getRouteApi('/grade-book/')

/** The book as a PDF: its address is asked for when it is wanted, because it is good for minutes only. */
export function DownloadBook({ book }: { book: Book }) {
  const { t } = useLingui()
  const leaveFor = route.useRouteContext({ select: (context) => context.leaveFor })
  const ask = useMutation({
    ...callMutation('GET /v1/learning/record-book-link', { returnsFailure: true }),
    onSuccess: ({ url }) => leaveFor(url),
  })
  const label = book.variant === 'college' ? t`Скачать зачётную книжку` : t`Скачать журнал`
  return (
    <>
      <Button
        title={label}
        icon={<Icon name="download" />}
        busy={ask.isPending}
        onClick={() => ask.mutate({ query: { bookUuid: book.uuid } })}
      >
        <span>
          <VisuallyHidden>{label}</VisuallyHidden> PDF
        </span>
      </Button>
      {ask.error && (
        <p role="alert" className="w-full text-sm text-ink-error">
          <Trans>Не удалось подготовить PDF.</Trans> <FailureWords error={ask.error} />
        </p>
      )}
    </>
  )
}
