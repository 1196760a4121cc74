import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { EditedNews } from '#contract/school-news.ts'
import { editedNewsQuery } from '#src/api/admin.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { FormDialog } from '#src/routes/-flow/forms/form-dialog.tsx'
import { NewsForm } from './news-form.tsx'

type NewsActionDialogProps = {
  action: 'news-new' | 'news-edit' | 'news-withdraw'
  id: string | undefined
  onClose: () => void
}

/** Writes a news item, changes one or takes one back. */
export function NewsActionDialog({ action, id, onClose }: NewsActionDialogProps) {
  const { data } = useInfiniteQuery(editedNewsQuery())
  // The version that the administrator has seen: a refetch must not replace it under the text.
  const [opened, setOpened] = useState<EditedNews>()
  if (action === 'news-new') return <NewsForm onClose={onClose} />
  const news = opened ?? data?.pages.flatMap(({ items }) => items).find((one) => one.id === id)
  if (news !== opened) setOpened(news)
  if (!news || news.state === 'withdrawn') return null
  return action === 'news-edit' ? (
    <NewsForm news={news} onClose={onClose} />
  ) : (
    <WithdrawDialog news={news} onClose={onClose} />
  )
}

function WithdrawDialog({ news: { id, title, state }, onClose }: { news: EditedNews; onClose: () => void }) {
  const { t } = useLingui()
  const withdraw = useMutation(callMutation('POST /v1/admin/news/{id}/withdraw', { handlesError: true }))
  return (
    <FormDialog
      title={<Trans>Снять новость</Trans>}
      description={
        state === 'scheduled' ? (
          <Trans>«{title}» не будет опубликована. Вернуть её нельзя, можно написать заново.</Trans>
        ) : (
          <Trans>
            «{title}» исчезнет из новостей и уведомлений. Отправленные письма не отозвать. Вернуть новость нельзя, можно
            написать заново.
          </Trans>
        )
      }
      submitLabel={<Trans>Снять с публикации</Trans>}
      tone="danger"
      mutation={withdraw}
      failureTitle={t`Не получилось`}
      success="newsWithdrawn"
      onSubmit={() => withdraw.mutateAsync({ params: { id } })}
      onClose={onClose}
    />
  )
}
