import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { NewsItem } from '#contract/school-news.ts'
import { schoolNewsQuery } from '#src/api/content.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { InfiniteQueryBoundary } from '#src/routes/-query/infinite-query-boundary.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { openedHere, useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { NewsEntry } from '#src/ui/data/news-entry.tsx'
import { stretchedLink } from '#src/ui/data/text-link.tsx'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'

const NewsDialog = lazyComponent('news-dialog', () => import('./news-dialog.tsx'), 'NewsDialog')

/** What the school has written to the user, the newest first. */
export default function SchoolNewsPage() {
  const title = useScreenTitle()
  const { search, close } = useScreenSearch('school-news')
  return (
    <>
      <PageHeading>{title('school-news')}</PageHeading>
      <InfiniteQueryBoundary
        query={schoolNewsQuery()}
        skeleton={<SkeletonTable rows={4} columns={1} />}
        empty={<NoNews />}
      >
        {({ items }) => <NewsList items={items} />}
      </InfiniteQueryBoundary>
      {search.item !== undefined && (
        <NewsDialog key={search.item} id={search.item} onClose={() => close({ item: undefined })} />
      )}
    </>
  )
}

function NoNews() {
  const { t } = useLingui()
  return (
    <EmptyCard icon="info" title={t`Новостей пока нет`}>
      <Trans>Здесь будет то, о чём пишет школа. О каждой новости придёт уведомление.</Trans>
    </EmptyCard>
  )
}

function NewsList({ items }: { items: readonly NewsItem[] }) {
  const { t } = useLingui()
  return (
    <Card padding="flush">
      <ul aria-label={t`Новости школы`} className="divide-y divide-line-soft">
        {items.map((item) => (
          <NewsRow key={item.id} item={item} />
        ))}
      </ul>
    </Card>
  )
}

/** The only link covers the whole row and opens the text. */
function NewsRow({ item: { id, title, preview, publishedAt, isImportant } }: { item: NewsItem }) {
  const dates = useDates()
  return (
    <NewsEntry
      onPointerEnter={NewsDialog.prefetch}
      day={
        <>
          <time dateTime={publishedAt}>{dates.dayWithYear(dates.dayOf(publishedAt))}</time>
          {isImportant && (
            <Badge tone="info">
              <Trans>Важно</Trans>
            </Badge>
          )}
        </>
      }
      title={
        <Link
          from="/news"
          to="/news"
          search={{ item: id }}
          state={openedHere}
          resetScroll={false}
          preload={false}
          onFocus={NewsDialog.prefetch}
          aria-haspopup="dialog"
          className={`${stretchedLink} group-hover:text-ink-link`}
        >
          <SchoolText>{title}</SchoolText>
        </Link>
      }
      preview={preview}
    />
  )
}
