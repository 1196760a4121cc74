import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { EditedNews } from '#contract/school-news.ts'
import { editedNewsQuery } from '#src/api/admin.ts'
import { separator } from '#src/i18n/labels.ts'
import { roleGroupLabels } from '#src/i18n/person-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { InfiniteQueryBoundary } from '#src/routes/-query/infinite-query-boundary.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Card } from '#src/ui/layout/card.tsx'

const NewsActionDialog = lazyComponent('news-action', () => import('./news-action-dialog.tsx'), 'NewsActionDialog')

/** News of the school: what is published, what waits for its time, what was taken back. */
export function NewsTab() {
  const { search, open, close } = useScreenSearch('admin')
  const { dialog, item } = search
  return (
    <>
      <Card
        padding="flush"
        title={<Trans>Новости школы</Trans>}
        aside={
          <Button
            size="small"
            variant="primary"
            aria-haspopup="dialog"
            onPointerEnter={NewsActionDialog.prefetch}
            onFocus={NewsActionDialog.prefetch}
            onClick={() => open({ dialog: 'news-new' })}
          >
            <Trans>Написать новость</Trans>
          </Button>
        }
      >
        <InfiniteQueryBoundary
          query={editedNewsQuery()}
          skeleton={<SkeletonTable rows={4} columns={2} />}
          empty={
            <EmptyState icon="info" title={<Trans>Новостей пока нет</Trans>}>
              <Trans>Напишите семьям о том, что касается всех, одной площадки, курса или группы.</Trans>
            </EmptyState>
          }
        >
          {({ items }) => (
            <ul className="divide-y divide-line-soft border-t border-line-soft">
              {items.map((news) => (
                <NewsRow key={news.id} news={news} />
              ))}
            </ul>
          )}
        </InfiniteQueryBoundary>
      </Card>
      {(dialog === 'news-new' || dialog === 'news-edit' || dialog === 'news-withdraw') && (
        <NewsActionDialog
          key={item}
          action={dialog}
          id={item}
          onClose={() => close({ dialog: undefined, item: undefined })}
        />
      )}
    </>
  )
}

function NewsRow({ news }: { news: EditedNews }) {
  const { t } = useLingui()
  const dates = useDates()
  const { open } = useScreenSearch('admin')
  const { id, title, author, publishAt, state, isImportant, isAdvertising } = news
  return (
    <li className="flex gap-x-lg gap-y-xs px-base py-base max-md:flex-col md:items-center md:justify-between md:px-lg">
      <div className="flex min-w-0 flex-col gap-xs">
        <div className="flex flex-wrap items-center gap-x-sm gap-y-xxs">
          <h3 className="min-w-0 text-base font-medium wrap-anywhere">{title}</h3>
          <NewsState news={news} />
          {isImportant && (
            <Badge tone="info">
              <Trans>Важно</Trans>
            </Badge>
          )}
          {isAdvertising && (
            <Badge>
              <Trans>Реклама</Trans>
            </Badge>
          )}
        </div>
        <p className="text-sm text-ink-muted tabular-nums">
          <AudienceName news={news} />
          {separator}
          {dates.dateTime(publishAt)}
          {author !== null && separator + author}
        </p>
        <NotifiedPeople news={news} />
      </div>
      {state !== 'withdrawn' && (
        <div className="flex shrink-0 flex-wrap gap-xs">
          <Button
            size="small"
            aria-haspopup="dialog"
            aria-label={t`Изменить: ${title}`}
            onClick={() => open({ dialog: 'news-edit', item: id })}
          >
            <Trans>Изменить</Trans>
          </Button>
          <Button
            size="small"
            aria-haspopup="dialog"
            aria-label={t`Снять с публикации: ${title}`}
            onClick={() => open({ dialog: 'news-withdraw', item: id })}
          >
            <Trans>Снять с публикации</Trans>
          </Button>
        </div>
      )}
    </li>
  )
}

function NewsState({ news: { state } }: { news: EditedNews }) {
  if (state === 'scheduled')
    return (
      <Badge tone="info">
        <Trans>Ждёт своего времени</Trans>
      </Badge>
    )
  if (state === 'withdrawn')
    return (
      <Badge>
        <Trans>Снята</Trans>
      </Badge>
    )
  return (
    <Badge tone="success">
      <Trans>Опубликована</Trans>
    </Badge>
  )
}

function AudienceName({ news: { audience } }: { news: EditedNews }) {
  const { i18n } = useLingui()
  const { kind, id, title } = audience
  if (kind === 'everyone') return <Trans>Для всех</Trans>
  if (kind === 'role') {
    const label = Object.entries(roleGroupLabels).find(([group]) => group === id)?.[1]
    return label ? i18n._(label) : id
  }
  return title
}

function NotifiedPeople({ news: { notified, state } }: { news: EditedNews }) {
  if (state === 'scheduled' || (notified.count === 0 && !notified.isDone)) return null
  return (
    <p className="text-sm text-ink-muted tabular-nums">
      {notified.isDone || state === 'withdrawn' ? (
        <Plural
          value={notified.count}
          one="Уведомление получил # человек"
          few="Уведомление получили # человека"
          many="Уведомление получили # человек"
          other="Уведомление получили # человека"
        />
      ) : (
        <Plural
          value={notified.count}
          one="Рассылается: уведомлён # человек"
          few="Рассылается: уведомлены # человека"
          many="Рассылается: уведомлены # человек"
          other="Рассылается: уведомлены # человека"
        />
      )}
    </p>
  )
}
