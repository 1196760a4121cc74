import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { callMutation } from '#src/api/call-mutation.ts'
import { ErrorMessage } from '#src/routes/-shell/query/error-message.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { Book } from './selected-term.ts'

const route = getRouteApi('/grade-book/')

/** Downloads the PDF. Its URL is requested on the click, because it expires after some minutes. */
export function DownloadButton({ book }: { book: Book }) {
  const { t } = useLingui()
  const openExternal = route.useRouteContext({ select: (context) => context.openExternal })
  const ask = useMutation({
    ...callMutation('GET /v1/learning/record-book-link', { handlesError: true }),
    onSuccess: ({ url }) => openExternal(url),
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
          <Trans>Не удалось подготовить PDF.</Trans> <ErrorMessage error={ask.error} />
        </p>
      )}
    </>
  )
}
