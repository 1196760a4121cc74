import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import {
  type NotificationChannel,
  notificationChannels,
  studentNotificationCategories,
} from '#contract/enumerations.ts'
import type { NotificationSettings } from '#contract/notifications.ts'
import { watchNotificationPermission } from '#src/app/window-events.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { notificationCategoryLabels, notificationChannelLabels } from '#src/i18n/notification-labels.ts'
import { AccountOwnerButton, AccountOwnerOnly, useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { Checkbox } from '#src/ui/forms/checkbox-and-radio.tsx'
import { Select } from '#src/ui/forms/inputs.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

type ChannelRow = NotificationSettings['channels'][number]
type Child = NotificationSettings['children'][number]

type NotificationChannelsProps = {
  channels: readonly ChannelRow[]
  /** The children of a person with several. */
  perChild: readonly Child[]
  /** Gets the changed rows alone; of a child all of its own rows. */
  onChange: (changes: { channels: ChannelRow[] } | { children: Pick<Child, 'id' | 'channels'>[] }) => void
  /** Whether the last change is saved. */
  status: ReactNode
}

/** A table of categories × channels: for all children, or for one of several. */
export function NotificationChannels({ channels, perChild, onChange, status }: NotificationChannelsProps) {
  const { t, i18n } = useLingui()
  const [childId, setChildId] = useState('')
  const isPushBlocked = useSyncExternalStore(watchPush, isPushBlockedHere, () => false)
  const child = perChild.find(({ id }) => id === childId)
  // Those of security cannot be chosen: the sentence below says so.
  const rows = child ? rowsOfChild(channels, child) : channels.filter(({ category }) => category !== 'security')
  const changeRow = (row: ChannelRow) => {
    if (!child) return onChange({ channels: [row] })
    const others = child.channels.filter(({ category }) => category !== row.category)
    onChange({ children: [{ id: child.id, channels: [...others, row as Child['channels'][number]] }] })
  }
  return (
    <Card aria-label={t`О чём и куда`}>
      {perChild.length > 0 && (
        <div className="mb-md flex flex-wrap items-center gap-sm">
          <div className="w-full md:w-5/12">
            <Select aria-label={t`О ком`} value={child?.id ?? ''} onChange={({ target }) => setChildId(target.value)}>
              <option value="">{t`Все дети`}</option>
              {perChild.map(({ id, firstName, channels: own }) => (
                <option key={id} value={id}>
                  {own.length > 0 ? t`${firstName}: свои настройки` : firstName}
                </option>
              ))}
            </Select>
          </div>
          {child && child.channels.length > 0 && (
            <AccountOwnerButton size="small" onClick={() => onChange({ children: [{ id: child.id, channels: [] }] })}>
              <Trans>Как для всех детей</Trans>
            </AccountOwnerButton>
          )}
        </div>
      )}
      <table className="w-full md:table-fixed">
        <thead>
          <tr className="text-xs text-ink-muted sm:text-sm">
            <th scope="col" className="pb-xs text-left font-normal md:w-5/12">
              <VisuallyHidden>
                <Trans>О чём</Trans>
              </VisuallyHidden>
            </th>
            {notificationChannels.map((channel) => (
              <th
                key={channel}
                scope="col"
                className="px-[3px] sm:px-xxs pb-xs text-center font-normal whitespace-nowrap"
              >
                {i18n._(notificationChannelLabels[channel])}{' '}
                {channel === 'push' && isPushBlocked && (
                  <span className="block text-xs text-ink-error">
                    <Trans context="push">запрещён</Trans>
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line-soft">
          {rows.map((row) => (
            <ChannelRow key={row.category} row={row} onChange={changeRow} />
          ))}
        </tbody>
      </table>
      <div className="mt-base flex flex-col gap-xs">
        {isPushBlocked && (
          <p className="text-sm">
            <Trans>Пуш в этом браузере запрещён: он приходит только на другие устройства, где вы его включили.</Trans>
          </p>
        )}
        <p className="text-sm text-ink-muted">
          <Trans>Сообщения о безопасности приходят всегда. Если почты нет, срочное придёт в СМС.</Trans>
        </p>
        {status}
        <AccountOwnerOnly />
      </div>
    </Card>
  )
}

/** The browser forbids notifications of this site. */
function isPushBlockedHere(): boolean {
  return 'Notification' in window && window.Notification.permission === 'denied'
}

function watchPush(notify: () => void): () => void {
  return 'Notification' in window ? watchNotificationPermission(window, notify) : () => undefined
}

/** Notifications about a student: as for all children, unless chosen otherwise. */
function rowsOfChild(channels: readonly ChannelRow[], child: Child): ChannelRow[] {
  return studentNotificationCategories.flatMap((category) => {
    const isOfCategory = (row: ChannelRow) => row.category === category
    return child.channels.find(isOfCategory) ?? channels.find(isOfCategory) ?? []
  })
}

function ChannelRow({ row, onChange }: { row: ChannelRow; onChange: (row: ChannelRow) => void }) {
  const { t, i18n } = useLingui()
  const isImpersonating = useIsImpersonating()
  const category = i18n._(labelOf(notificationCategoryLabels, row.category))
  return (
    <tr>
      <th scope="row" className="h-[44px] py-xxs text-left font-normal max-md:text-sm">
        {category}
      </th>
      {notificationChannels.map((channel: NotificationChannel) => {
        const where = i18n._(notificationChannelLabels[channel])
        return (
          <td key={channel} className="py-xxs">
            <span className="flex justify-center">
              <Checkbox
                aria-label={t`${category}: ${where}`}
                checked={row[channel]}
                disabled={isImpersonating}
                onChange={({ target }) => onChange({ ...row, [channel]: target.checked })}
              >
                {null}
              </Checkbox>
            </span>
          </td>
        )
      })}
    </tr>
  )
}
