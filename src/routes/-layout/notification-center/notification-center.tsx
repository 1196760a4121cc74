import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useId } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { notificationCategories } from '#contract/enumerations.ts'
import { notificationsQuery, unreadNotificationsQuery } from '#src/api/profile.ts'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { notificationCategoryIcons, notificationCategoryLabels } from '#src/i18n/notification-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import type { notificationCenterMachine } from '#src/machines/notification-center.ts'
import { AnchoredDialog } from '#src/routes/-flow/anchored-dialog.tsx'
import { useTicketPath } from '#src/routes/-flow/tickets/use-ticket-search.ts'
import { AccountOwnerButton, AccountOwnerOnly, useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { FailureText, ProblemMessage } from '#src/routes/-query/error-message.tsx'
import { InfiniteQueryBoundary } from '#src/routes/-query/infinite-query-boundary.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { SkeletonLine } from '#src/ui/feedback/skeleton.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

type Item = AnswerOf<Calls['GET /v1/profile/notification/list']>['items'][number]

type Send = ActorRefFrom<typeof notificationCenterMachine>['send']
type NotificationCenterProps = SnapshotFrom<typeof notificationCenterMachine>['context'] & {
  isMarking: boolean
  send: Send
}

/** Notifications of the user, unread ones first, by day, with a filter. On a phone a sheet. */
export function NotificationCenter({ category, failure, isMarking, send }: NotificationCenterProps) {
  const { t, i18n } = useLingui()
  return (
    <AnchoredDialog
      anchor="[data-notification-bell]"
      side="below"
      title={t`Уведомления`}
      focusesTitle
      onClose={() => send({ type: 'center.close' })}
      footer={<ReadAll failure={failure} isMarking={isMarking} send={send} />}
    >
      <div className="flex flex-col gap-base">
        <Select
          aria-label={t`Какие уведомления показать`}
          value={category ?? ''}
          onChange={({ target }) =>
            send({
              type: 'category.choose',
              category: notificationCategories.find((known) => known === target.value) ?? null,
            })
          }
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
          {({ items }) => <Parts items={items} isWhole={category === null} send={send} />}
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
function ReadAll({ failure, isMarking, send }: Omit<NotificationCenterProps, 'category'>) {
  const { data: { count } = {} } = useQuery(unreadNotificationsQuery())
  const { data: shown } = useInfiniteQuery(notificationsQuery(null))
  const until = shown?.pages[0]?.items[0]?.at
  const isAllRead = count === 0 && failure === null && !isMarking
  return (
    <>
      {failure && (
        <FailureText>
          <ProblemMessage type={failure.type} />
        </FailureText>
      )}
      {/* The list begins with the same number. */}
      <p role="status" className="sr-only">
        {count !== undefined && (
          <Plural
            value={count}
            one="# непрочитанное"
            few="# непрочитанных"
            many="# непрочитанных"
            other="# непрочитанного"
          />
        )}
      </p>
      {!isAllRead && (
        <>
          <AccountOwnerOnly />
          <AccountOwnerButton
            ref={passFocusUp}
            size="small"
            busy={isMarking}
            disabled={until === undefined}
            onClick={() => until && send({ type: 'read.all', until })}
          >
            <Trans>Отметить все прочитанными</Trans>
          </AccountOwnerButton>
        </>
      )}
    </>
  )
}

type PartsProps = { items: readonly Item[] /** Of all categories. */; isWhole: boolean; send: Send }

/** Unread ones, as many as the bell says, then those that are read. */
function Parts({ items, isWhole, send }: PartsProps) {
  const { t } = useLingui()
  const { data: { count } = {} } = useQuery(unreadNotificationsQuery())
  const unread = items.filter(({ isRead }) => !isRead)
  const read = items.filter(({ isRead }) => isRead)
  if (unread.length === 0) return <Days items={read} send={send} />
  return (
    <div className="flex flex-col gap-lg">
      <Part title={isWhole && count !== undefined ? t`Непрочитанные: ${count}` : t`Непрочитанные`}>
        <Days level={4} items={unread} send={send} />
      </Part>
      {read.length > 0 && (
        <Part title={t`Прочитанные`}>
          <Days level={4} items={read} send={send} />
        </Part>
      )}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-xs text-base">
        {title}
      </h3>
      {children}
    </section>
  )
}

type DaysProps = { level?: 3 | 4; items: readonly Item[]; send: Send }

function Days({ level = 3, items, send }: DaysProps) {
  const dates = useDates()
  const days = Map.groupBy(items, ({ at }) => dates.dayOf(at))
  return (
    <div className="flex flex-col gap-base">
      {[...days].map(([day, own]) => (
        <Day key={day} level={level} day={day} items={own} send={send} />
      ))}
    </div>
  )
}

function Day({ level, day, items, send }: Required<DaysProps> & { day: string }) {
  const { t } = useLingui()
  const id = useId()
  const dates = useDates()
  const { today } = useSchoolNow()
  const title = new Map([
    [today, t`Сегодня`],
    [shiftDay(today, -1, 'day'), t`Вчера`],
  ]).get(day)
  const Heading = `h${level}` as const
  return (
    <section aria-labelledby={id}>
      <Heading id={id} className="mb-xxs text-sm font-medium text-ink-muted">
        {title ?? dates.dayWithYear(day)}
      </Heading>
      <ul className="-mx-xs flex flex-col">
        {items.map((item) => (
          <li key={item.id}>
            <Entry item={item} send={send} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What is seen of a notification about several things: what its link opens says the rest. */
const maxLines = 2

/** A link to what the notification is about; opening it marks it as read. */
function Entry({ item, send }: { item: Item; send: Send }) {
  const { t } = useLingui()
  const dates = useDates()
  const isImpersonating = useIsImpersonating()
  const path = useTicketPath()(item.path)
  const open = (event: MouseEvent) => {
    const { id, isRead } = item
    const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
    if (!isElsewhere) event.preventDefault()
    send({ type: isElsewhere ? 'entry.openElsewhere' : 'entry.open', id, path, isRead, isImpersonating })
  }
  const { title, count, action } = item
  const lines = item.lines.slice(0, maxLines)
  const rest = count - lines.length
  return (
    <a href={path} onClick={open} className="flex gap-sm rounded px-xs py-xs hover:bg-surface-hover">
      <span className="mt-half shrink-0 text-ink-muted">
        <Icon name={notificationCategoryIcons[item.category]} />
      </span>
      <span className="min-w-0 flex-1 break-words">
        <span className={item.isRead ? 'block' : 'block font-strong'}>
          {!item.isRead && <VisuallyHidden>{t`Непрочитанное`}: </VisuallyHidden>}
          <SchoolText>{title}</SchoolText>
        </span>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an entry never change, and two may be equal
          <span key={index} className={`text-sm text-ink-muted ${count > 1 ? 'line-clamp-1' : 'line-clamp-2'}`}>
            <SchoolText>{line}</SchoolText>
          </span>
        ))}
        {rest > 0 && (
          <span className="block text-sm text-ink-muted">
            <Trans>И ещё {rest}</Trans>
          </span>
        )}
        {action !== null && <span className="block text-sm text-ink-link">{action}</span>}
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
