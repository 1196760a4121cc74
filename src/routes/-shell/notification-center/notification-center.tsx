import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { type MouseEvent, useId, useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { type NotificationCategory, notificationCategories } from '#contract/enumerations.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { notificationsQuery, unreadNotificationsQuery } from '#src/api/profile.ts'
import { notificationCategoryIcons, notificationCategoryLabels } from '#src/i18n/notification-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AccountOwnerButton, useIsImpersonating } from '#src/routes/-shell/account/account-owner-only.tsx'
import { CallError } from '#src/routes/-shell/query/error-message.tsx'
import { InfiniteQueryBoundary } from '#src/routes/-shell/query/infinite-query-boundary.tsx'
import { AnchoredDialog } from '#src/routes/-shell/shell/anchored-dialog.tsx'
import { useNow } from '#src/routes/-shell/shell/use-now.ts'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

type Item = AnswerOf<Calls['GET /v1/profile/notification/list']>['items'][number]

/** Notifications of the user by day, with a filter. On a phone a sheet. */
export function NotificationCenter({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const [category, setCategory] = useState<NotificationCategory | null>(null)
  return (
    <AnchoredDialog
      anchor="[data-notification-bell]"
      side="below"
      title={t`Уведомления`}
      onClose={onClose}
      footer={<ReadAll />}
    >
      <div className="flex flex-col gap-base">
        <Select
          aria-label={t`Какие уведомления показать`}
          value={category ?? ''}
          onChange={({ target }) => setCategory(notificationCategories.find((known) => known === target.value) ?? null)}
        >
          <option value="">{t`Все уведомления`}</option>
          {notificationCategories.map((known) => (
            <option key={known} value={known}>
              {i18n._(notificationCategoryLabels[known])}
            </option>
          ))}
        </Select>
        <InfiniteQueryBoundary
          query={notificationsQuery(category)}
          skeleton={<ListSkeleton />}
          empty={
            <EmptyState icon="bell" title={category ? <Trans>Здесь ничего нет</Trans> : <Trans>Уведомлений нет</Trans>}>
              <Trans>Здесь будут переносы занятий, оценки, платежи и ответы школы.</Trans>
            </EmptyState>
          }
        >
          {({ items }) => <Days items={items} onOpened={onClose} />}
        </InfiniteQueryBoundary>
      </div>
    </AnchoredDialog>
  )
}

function ListSkeleton() {
  return (
    <div className="flex flex-col gap-base">
      <SkeletonLine height="control" />
      <SkeletonLine height="control" />
      <SkeletonLine height="control" />
    </div>
  )
}

/** Notifications that came after the newest shown one stay unread. */
function ReadAll() {
  const { data: { count } = { count: 0 } } = useQuery(unreadNotificationsQuery())
  const { data: shown } = useInfiniteQuery(notificationsQuery(null))
  const until = shown?.pages[0]?.items[0]?.at
  const { mutate, isPending, error } = useMutation(
    callMutation('POST /v1/profile/notification/read', { handlesError: true }),
  )
  return (
    <>
      <CallError error={error} />
      <AccountOwnerButton
        size="small"
        busy={isPending}
        disabled={count === 0 || until === undefined}
        onClick={() => until && mutate({ body: { until } })}
      >
        <Trans>Отметить все прочитанными</Trans>
      </AccountOwnerButton>
    </>
  )
}

function Days({ items, onOpened }: { items: readonly Item[]; onOpened: () => void }) {
  const dates = useDates()
  const days = Map.groupBy(items, ({ at }) => dates.dayOf(at))
  return (
    <div className="flex flex-col gap-md">
      {[...days].map(([day, own]) => (
        <Day key={day} day={day} items={own} onOpened={onOpened} />
      ))}
    </div>
  )
}

function Day({ day, items, onOpened }: { day: string; items: readonly Item[]; onOpened: () => void }) {
  const { t } = useLingui()
  const id = useId()
  const dates = useDates()
  const now = useNow()
  const title = new Map([
    [dates.dayOf(new Date(now)), t`Сегодня`],
    [dates.dayOf(new Date(now - dayMs)), t`Вчера`],
  ]).get(day)
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-xs text-sm font-medium text-ink-muted">
        {title ?? dates.dayWithYear(day)}
      </h3>
      <ul className="-mx-xs flex flex-col">
        {items.map((item) => (
          <li key={item.id}>
            <Entry item={item} onOpened={onOpened} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const dayMs = 86_400_000

/** A link to what the notification is about; opening it marks it as read. */
function Entry({ item, onOpened }: { item: Item; onOpened: () => void }) {
  const { t } = useLingui()
  const dates = useDates()
  const openPath = useRouteContext({ from: '__root__', select: (context) => context.openPath })
  const isImpersonating = useIsImpersonating()
  const { mutate } = useMutation(callMutation('POST /v1/profile/notification/read', { handlesError: true }))
  const open = (event: MouseEvent) => {
    if (!item.isRead && !isImpersonating) mutate({ body: { id: item.id } })
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpened()
    openPath(item.path)
  }
  const { title, lines, count } = item
  const rest = count - lines.length
  return (
    <a
      href={item.path}
      onClick={open}
      className="flex gap-sm rounded px-xs py-sm transition-colors hover:bg-surface-hover"
    >
      <span className="mt-half shrink-0 text-ink-muted">
        <Icon name={notificationCategoryIcons[item.category]} />
      </span>
      <span className="min-w-0 flex-1 break-words">
        <span className={item.isRead ? 'block' : 'block font-strong'}>
          {!item.isRead && <VisuallyHidden>{t`Непрочитанное`}: </VisuallyHidden>}
          {title}
        </span>
        {lines.map((line) => (
          <span key={line} className="block text-sm text-ink-muted">
            {line}
          </span>
        ))}
        {rest > 0 && (
          <span className="block text-sm text-ink-muted">
            <Trans>И ещё {rest}</Trans>
          </span>
        )}
      </span>
      <span className="flex shrink-0 flex-col items-end gap-xs">
        <time dateTime={item.at} className="text-sm text-ink-muted tabular-nums">
          {dates.time(item.at)}
        </time>
        {!item.isRead && <span aria-hidden="true" className="size-xs rounded-full bg-mark-info" />}
      </span>
    </a>
  )
}
