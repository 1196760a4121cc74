import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { EditedNews } from '#contract/school-news.ts'
import { editedNewsQuery } from '#src/api/admin.ts'
import { lookUp, separator } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ListBar } from '#src/routes/-admin/list-bar.tsx'
import { ListFileLink } from '#src/routes/-admin/list-file-link.tsx'
import { MenuButton } from '#src/routes/-flow/menu-button.tsx'
import { InfiniteQueryBoundary } from '#src/routes/-query/infinite-query-boundary.tsx'
import { LabelBadge, unknownLabel } from '#src/routes/-query/labels/badges.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { audienceText, newsStateLabels } from './news-labels.ts'

const NewsActionDialog = lazyComponent('news-action', () => import('./news-action-dialog.tsx'), 'NewsActionDialog')

/** News of the school: what is published, what waits for its time, what was taken back. */
export function NewsTab() {
  const { t } = useLingui()
  const { search, close } = useScreenSearch('admin')
  const { dialog, item } = search
  const { data } = useInfiniteQuery(editedNewsQuery())
  const total = data?.pages.at(-1)?.total ?? 0
  return (
    <>
      <ListBar
        // News can be written while the list fails too.
        actions={<WriteButton />}
        tools={total > 0 && <ListFileLink list="news/list" total={total} />}
        list={
          <InfiniteQueryBoundary
            query={editedNewsQuery()}
            skeleton={<SkeletonTable rows={4} columns={2} />}
            empty={
              <EmptyCard icon="info" title={t`Новостей пока нет`}>
                <Trans>Напишите семьям о том, что касается всех, одной площадки, курса или группы.</Trans>
              </EmptyCard>
            }
          >
            {({ items }) => (
              <Card padding="flush">
                <ul aria-label={t`Новости школы`} className="divide-y divide-line-soft">
                  {items.map((news) => (
                    <NewsRow key={news.id} news={news} />
                  ))}
                </ul>
              </Card>
            )}
          </InfiniteQueryBoundary>
        }
        note={total > 0 && <Plural value={total} one="# новость" few="# новости" many="# новостей" other="# новости" />}
      />
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

/** On a phone it is as wide as the list below it. */
function WriteButton() {
  const { open } = useScreenSearch('admin')
  return (
    <Button
      variant="primary"
      aria-haspopup="dialog"
      onPointerEnter={NewsActionDialog.prefetch}
      onFocus={NewsActionDialog.prefetch}
      onClick={() => open({ dialog: 'news-new' })}
    >
      <Trans>Написать новость</Trans>
    </Button>
  )
}

/** The title opens the news item; what else can be done is in a menu. */
function NewsRow({ news }: { news: EditedNews }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { open } = useScreenSearch('admin')
  const { id, title, author, publishAt, state, isImportant, isAdvertising } = news
  const isEditable = state !== 'withdrawn'
  const edit = () => open({ dialog: 'news-edit', item: id })
  return (
    <li className="flex items-start justify-between gap-sm px-base py-sm md:items-center md:px-lg">
      <div className="flex min-w-0 flex-col gap-xxs">
        <div className="flex flex-wrap items-center gap-x-sm gap-y-xxs">
          <h2 className="min-w-0 text-base font-medium wrap-anywhere">
            {isEditable ? (
              <button
                type="button"
                aria-haspopup="dialog"
                className="rounded-xs text-left font-medium underline-offset-4 hover:text-ink-link hover:underline"
                onClick={edit}
              >
                {title}
              </button>
            ) : (
              title
            )}
          </h2>
          <LabelBadge label={lookUp(newsStateLabels, state, unknownLabel)} />
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
          {audienceText(news, i18n)}
          {separator}
          {dates.dateTime(publishAt)}
          {author !== null && separator + author}
        </p>
        <NotifiedPeople news={news} />
      </div>
      {isEditable && (
        <MenuButton
          label={t`Что сделать с новостью: ${title}`}
          groups={[
            {
              key: 'actions',
              entries: [
                { key: 'edit', title: t`Изменить`, onSelect: edit },
                {
                  key: 'withdraw',
                  title: t`Снять с публикации`,
                  onSelect: () => open({ dialog: 'news-withdraw', item: id }),
                },
              ],
            },
          ]}
        >
          <Icon name="more" />
        </MenuButton>
      )}
    </li>
  )
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
