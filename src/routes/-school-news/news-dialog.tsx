import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { optionalQuery } from '#src/api/call-query.ts'
import { newsItemQuery } from '#src/api/content.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { RichText } from '#src/routes/-flow/rich-text/rich-text.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'

/** One news item with its whole text. */
export function NewsDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const dates = useDates()
  const result = useQuery(optionalQuery(newsItemQuery(id)))
  const { data: item } = result
  return (
    <Dialog
      onClose={onClose}
      title={item?.title ?? <Trans>Новость школы</Trans>}
      description={item && dates.dateTime(item.publishedAt)}
    >
      {result.error?.status === 404 ? (
        <Notice title={<Trans>Этой новости больше нет</Trans>}>
          <Trans>Школа сняла её, или она написана не для вас.</Trans>
        </Notice>
      ) : (
        <QueryState result={result} skeleton={<TextSkeleton />}>
          {({ contentHtml, changedAt }) => (
            <div className="flex flex-col gap-base wrap-anywhere">
              <RichText html={contentHtml} />
              {changedAt && (
                <p className="text-sm text-ink-muted">
                  <Trans>Изменена {dates.dateTime(changedAt)}</Trans>
                </p>
              )}
            </div>
          )}
        </QueryState>
      )}
    </Dialog>
  )
}

function TextSkeleton() {
  return (
    <div className="flex flex-col gap-xs">
      <SkeletonLine width="long" />
      <SkeletonLine width="long" />
      <SkeletonLine width="half" />
    </div>
  )
}
