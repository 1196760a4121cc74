import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type NotificationCategory, type NotificationChannel, notificationChannels } from '#contract/enumerations.ts'
import type { NotificationSettings } from '#contract/notifications.ts'
import { notificationCategoryLabels, notificationChannelLabels } from '#src/i18n/notification-labels.ts'
import { AccountOwnerOnly, useIsImpersonating } from '#src/routes/-shell/account/account-owner-only.tsx'
import { Checkbox } from '#src/ui/forms/checkbox-and-radio.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

type ChannelRows = NotificationSettings['channels']

type NotificationChannelsProps = {
  channels: ChannelRows
  /** Gets the changed rows alone. */
  onChange: (changed: ChannelRows) => void
  /** Whether the last change is saved. */
  status: ReactNode
}

/** A table of categories × channels. */
export function NotificationChannels({ channels, onChange, status }: NotificationChannelsProps) {
  const { t, i18n } = useLingui()
  return (
    <Card level={3} title={t`О чём и куда`}>
      <table className="w-full md:table-fixed">
        <thead>
          <tr className="text-sm text-ink-muted">
            <th scope="col" className="pb-xs text-left font-normal md:w-5/12">
              <VisuallyHidden>
                <Trans>О чём</Trans>
              </VisuallyHidden>
            </th>
            {notificationChannels.map((channel) => (
              <th key={channel} scope="col" className="px-xxs pb-xs text-center font-normal whitespace-nowrap">
                {i18n._(notificationChannelLabels[channel])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line-soft">
          {channels.map((row) => (
            <ChannelRow key={row.category} row={row} onChange={onChange} />
          ))}
        </tbody>
      </table>
      <div className="mt-base flex flex-col gap-xs">
        <p className="text-sm text-ink-muted">
          <Trans>Сообщения о безопасности приходят всегда. Если почты нет, срочное придёт в СМС.</Trans>
        </p>
        {status}
        <AccountOwnerOnly />
      </div>
    </Card>
  )
}

function ChannelRow({ row, onChange }: { row: ChannelRows[number]; onChange: NotificationChannelsProps['onChange'] }) {
  const { t, i18n } = useLingui()
  const isImpersonating = useIsImpersonating()
  const category = i18n._(notificationCategoryLabels[row.category as NotificationCategory])
  return (
    <tr>
      <th scope="row" className="py-sm text-left font-normal">
        {category}
      </th>
      {notificationChannels.map((channel: NotificationChannel) => {
        const where = i18n._(notificationChannelLabels[channel])
        return (
          <td key={channel} className="py-sm">
            <span className="flex justify-center">
              <Checkbox
                aria-label={t`${category}: ${where}`}
                checked={row[channel]}
                disabled={row.category === 'security' || isImpersonating}
                onChange={({ target }) => onChange([{ ...row, [channel]: target.checked }])}
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
