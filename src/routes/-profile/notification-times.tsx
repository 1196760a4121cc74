import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { notificationFrequencies } from '#contract/enumerations.ts'
import type { NotificationSettings as Settings } from '#contract/notifications.ts'
import { notificationFrequencyLabels } from '#src/i18n/notification-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useDeviceTimeZone } from '#src/i18n/use-device-time-zone.ts'
import { AccountOwnerButton, useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { Checkbox } from '#src/ui/forms/checkbox-and-radio.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { Select, TextInput } from '#src/ui/forms/inputs.tsx'
import { SegmentedControl } from '#src/ui/forms/segmented-control.tsx'
import { FoldedCard } from '#src/ui/layout/folded-card.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'

type Change = (changes: Partial<Settings>) => void

/** Digest, quiet hours, time zone and pause. */
export function NotificationTimes({ settings, onChange }: { settings: Settings; onChange: Change }) {
  const { t, i18n } = useLingui()
  const isImpersonating = useIsImpersonating()
  const { frequency, digestHour, quietHours } = settings
  const summary = useTimesSummary(settings)
  return (
    <FoldedCard title={<Trans>Когда приходят</Trans>} note={summary}>
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
              Оценки, задания и переносы приходят одним письмом. Отмены в ближайшие сутки, платежи, ответы школы и все
              пуш-уведомления — сразу.
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
            hint={t`Письма, СМС и пуш-уведомления подождут до конца тихих часов, кроме сообщений о безопасности и того, что потом будет поздно.`}
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
    </FoldedCard>
  )
}

/** The chosen times in one line. */
function useTimesSummary({ frequency, digestHour, quietHours, pausedUntil }: Settings): string {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  if (pausedUntil !== null && pausedUntil > today) return t`Приостановлены до ${dates.day(pausedUntil)}`
  const often = i18n._(notificationFrequencyLabels[frequency])
  const hour = hourText(digestHour)
  const parts = [frequency === 'at-once' ? often : t`${often}, в ${hour}, срочное — сразу`]
  if (quietHours) {
    const [from, until] = [hourText(quietHours.from), hourText(quietHours.until)]
    parts.push(t`тихо с ${from} до ${until}`)
  }
  return parts.join(' · ')
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

/** The time of the school, of this device, or what was chosen on another one. */
function TimeZoneField({ timeZone, onChange }: { timeZone: Settings['timeZone']; onChange: Change }) {
  const { t } = useLingui()
  const school = useDates().timeZone
  const isImpersonating = useIsImpersonating()
  const own = useDeviceTimeZone()
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
  const isPaused = pausedUntil !== null && pausedUntil > today
  const [typed, setTyped] = useState(isPaused ? pausedUntil : '')
  const chooseDay = (day: string) => {
    setTyped(day)
    if (day > today) onChange({ pausedUntil: day })
  }
  const resume = () => {
    setTyped('')
    onChange({ pausedUntil: null })
  }
  return (
    <div tabIndex={-1} className="flex flex-col gap-xs focus-visible:outline-none">
      <Field
        label={t`Приостановить до`}
        hint={
          isPaused
            ? t`Письма, СМС и пуш-уведомления не приходят до ${dates.day(pausedUntil)}.`
            : t`Письма, СМС и пуш-уведомления приходить не будут, кроме безопасности. Уведомления в кабинете останутся.`
        }
      >
        <TextInput
          type="date"
          min={today}
          value={typed}
          disabled={isImpersonating}
          onChange={({ target }) => chooseDay(target.value)}
        />
      </Field>
      {isPaused && (
        <div>
          <AccountOwnerButton ref={passFocusUp} size="small" onClick={resume}>
            <Trans>Включить снова</Trans>
          </AccountOwnerButton>
        </div>
      )}
    </div>
  )
}
