import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import {
  type NotificationCategory,
  type NotificationChannel,
  notificationChannels,
  notificationFrequencies,
} from '#contract/enumerations.ts'
import type { NotificationSettings as Settings } from '#contract/notifications.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { notificationSettingsQuery } from '#src/api/profile.ts'
import {
  notificationCategoryLabels,
  notificationChannelLabels,
  notificationFrequencyLabels,
} from '#src/i18n/notification-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import {
  AccountOwnerButton,
  AccountOwnerOnly,
  useIsImpersonating,
} from '#src/routes/-shell/account/account-owner-only.tsx'
import { CallError } from '#src/routes/-shell/query/error-message.tsx'
import { QueryBoundary } from '#src/routes/-shell/query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-shell/shell/use-now.ts'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Checkbox } from '#src/ui/forms/checkbox-and-radio.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { Select, TextInput } from '#src/ui/forms/inputs.tsx'
import { SegmentedControl } from '#src/ui/forms/segmented-control.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { ProfileSection } from './profile-section.tsx'

/** Which notifications the user gets, where and when. Each change is saved at once. */
export function NotificationSettings() {
  return (
    <QueryBoundary query={notificationSettingsQuery()} skeleton={<SkeletonBlock />}>
      {(settings) => <Sections settings={settings} />}
    </QueryBoundary>
  )
}

function Sections({ settings }: { settings: Settings }) {
  const { shown, change, isSaved, error } = useChangedSettings(settings)
  return (
    <ProfileSection
      title={<Trans>Уведомления</Trans>}
      left={<ChannelsCard settings={shown} onChange={change} status={<Status isSaved={isSaved} error={error} />} />}
      right={<TimesCard settings={shown} onChange={change} />}
    />
  )
}

type Change = (changes: Partial<Settings>) => void

/** The settings with the changes that are being saved. After a failure the stored ones are shown again. */
function useChangedSettings(settings: Settings) {
  const queryClient = useQueryClient()
  const [changes, setChanges] = useState<Partial<Settings>>({})
  const { mutate, isSuccess, error } = useMutation({
    ...callMutation('PATCH /v1/profile/notification/settings', { handlesError: true }),
    // One after the other, so that the last press counts.
    scope: { id: 'notification-settings' },
    onSuccess: (saved) => queryClient.setQueryData(notificationSettingsQuery().queryKey, saved),
    onSettled: (_saved, failure) => {
      const waiting = queryClient.isMutating({ mutationKey: ['PATCH /v1/profile/notification/settings'] })
      if (failure !== null || waiting === 1) setChanges({})
    },
  })
  const shown = { ...settings, ...changes, channels: mergeChannels(settings.channels, changes.channels) }
  const change: Change = (some) => {
    setChanges((known) => ({
      ...known,
      ...some,
      ...(some.channels && { channels: [...(known.channels ?? []), ...some.channels] }),
    }))
    mutate({ body: some })
  }
  return { shown, change, isSaved: isSuccess, error }
}

function mergeChannels(stored: Settings['channels'], changed: Settings['channels'] = []): Settings['channels'] {
  return stored.map((row) => changed.findLast(({ category }) => category === row.category) ?? row)
}

function Status({ isSaved, error }: { isSaved: boolean; error: Error | null }) {
  return (
    <>
      <CallError error={error}>
        <Trans>Не сохранено.</Trans>
      </CallError>
      <p role="status" className="text-sm text-ink-muted">
        {isSaved && <Trans>Сохранено</Trans>}
      </p>
    </>
  )
}

function ChannelsCard({
  settings: { channels },
  onChange,
  status,
}: {
  settings: Settings
  onChange: Change
  status: React.ReactNode
}) {
  const { t, i18n } = useLingui()
  return (
    <Card level={3} title={t`О чём и куда`}>
      <table className="w-full sm:table-fixed">
        <thead>
          <tr className="text-sm text-ink-muted">
            <th scope="col" className="w-5/12 pb-xs text-left font-normal">
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

function ChannelRow({ row, onChange }: { row: Settings['channels'][number]; onChange: Change }) {
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
                onChange={({ target }) => onChange({ channels: [{ ...row, [channel]: target.checked }] })}
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

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

function HourSelect({ label, hour, onChange }: { label: string; hour: number; onChange: (hour: number) => void }) {
  const isImpersonating = useIsImpersonating()
  return (
    <Field label={label}>
      <Select value={hour} disabled={isImpersonating} onChange={({ target }) => onChange(Number(target.value))}>
        {hours.map((each) => (
          <option key={each} value={each}>
            {hourText(each)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function TimesCard({ settings, onChange }: { settings: Settings; onChange: Change }) {
  const { t, i18n } = useLingui()
  const isImpersonating = useIsImpersonating()
  const { frequency, digestHour, quietHours } = settings
  return (
    <Card level={3} title={t`Когда`}>
      <div className="flex flex-col gap-md">
        <div className="flex flex-col gap-xs">
          <p className="font-medium">
            <Trans>То, что может подождать</Trans>
          </p>
          <fieldset disabled={isImpersonating} className="contents">
            <SegmentedControl
              legend={t`Как часто присылать то, что может подождать`}
              options={notificationFrequencies.map((value) => ({
                value,
                label: i18n._(notificationFrequencyLabels[value]),
              }))}
              value={frequency}
              onChange={(chosen) => onChange({ frequency: chosen })}
            />
          </fieldset>
          <p className="text-sm text-ink-muted">
            <Trans>
              Оценки, задания и переносы приходят одним письмом. Отмены в ближайшие сутки, платежи и ответы школы —
              сразу.
            </Trans>
          </p>
          {frequency !== 'at-once' && (
            <HourSelect
              label={frequency === 'weekly' ? t`По понедельникам в` : t`Каждый день в`}
              hour={digestHour}
              onChange={(hour) => onChange({ digestHour: hour })}
            />
          )}
        </div>
        <div className="flex flex-col gap-xs">
          <Checkbox
            checked={quietHours !== null}
            disabled={isImpersonating}
            hint={t`Письма и СМС подождут до утра, кроме безопасности и того, что утром будет поздно.`}
            onChange={({ target }) => onChange({ quietHours: target.checked ? { from: 22, until: 8 } : null })}
          >
            <Trans>Тихие часы</Trans>
          </Checkbox>
          {quietHours && (
            <div className="grid grid-cols-2 gap-sm">
              <HourSelect
                label={t`Не беспокоить с`}
                hour={quietHours.from}
                onChange={(from) => onChange({ quietHours: { ...quietHours, from } })}
              />
              <HourSelect
                label={t`До`}
                hour={quietHours.until}
                onChange={(until) => onChange({ quietHours: { ...quietHours, until } })}
              />
            </div>
          )}
        </div>
        <TimeZoneField timeZone={settings.timeZone} onChange={onChange} />
        <Pause pausedUntil={settings.pausedUntil} onChange={onChange} />
      </div>
    </Card>
  )
}

const noSubscription = () => () => undefined
const deviceTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time of the school, of this device, or what was chosen on another one. */
function TimeZoneField({ timeZone, onChange }: { timeZone: Settings['timeZone']; onChange: Change }) {
  const { t } = useLingui()
  const school = useDates().timeZone
  const isImpersonating = useIsImpersonating()
  const own = useSyncExternalStore(noSubscription, deviceTimeZone, () => null)
  const others = [...new Set([timeZone, own])].filter((zone) => zone !== null && zone !== school)
  if (others.length === 0) return null
  return (
    <Field label={t`Время`}>
      <Select
        value={timeZone ?? ''}
        disabled={isImpersonating}
        onChange={({ target }) => onChange({ timeZone: target.value || null })}
      >
        <option value="">{t`Школы: ${school}`}</option>
        {others.map((zone) => (
          <option key={zone} value={zone ?? ''}>
            {zone === own ? t`Этого устройства: ${zone}` : zone}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function Pause({ pausedUntil, onChange }: { pausedUntil: Settings['pausedUntil']; onChange: Change }) {
  const { t } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  const isImpersonating = useIsImpersonating()
  if (pausedUntil !== null && pausedUntil > today)
    return (
      <div className="flex flex-wrap items-center justify-between gap-xs">
        <p>
          <Trans>Письма и СМС не приходят до {dates.day(pausedUntil)}.</Trans>
        </p>
        <AccountOwnerButton size="small" onClick={() => onChange({ pausedUntil: null })}>
          <Trans>Включить снова</Trans>
        </AccountOwnerButton>
      </div>
    )
  return (
    <Field label={t`Не присылать писем и СМС до`} hint={t`Уведомления в кабинете и безопасность останутся.`}>
      <TextInput
        type="date"
        min={today}
        disabled={isImpersonating}
        onChange={({ target }) => target.value > today && onChange({ pausedUntil: target.value })}
      />
    </Field>
  )
}
