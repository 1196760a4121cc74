import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { NotificationSettings as Settings } from '#contract/notifications.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { notificationSettingsQuery } from '#src/api/profile.ts'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { NotificationChannels } from './notification-channels.tsx'
import { NotificationTimes } from './notification-times.tsx'

const PushCard = lazyComponent(
  'push-card',
  () => import('./push-card.tsx'),
  'PushCard',
  () => <SkeletonBlock />,
)

/** Which notifications the user gets, where and when. Each change is saved at once. */
export function NotificationSettings() {
  return (
    <QueryBoundary query={notificationSettingsQuery()} skeleton={<SkeletonBlock />}>
      {(settings) => <Cards settings={settings} />}
    </QueryBoundary>
  )
}

function Cards({ settings }: { settings: Settings }) {
  const { shown, change, isSaved, error } = useChangedSettings(settings)
  return (
    <>
      <NotificationChannels
        channels={shown.channels}
        perChild={shown.children}
        onChange={change}
        status={<Status isSaved={isSaved} error={error} />}
      />
      <NotificationTimes settings={shown} onChange={change} />
      <PushCard pushDetails={shown.pushDetails} onChange={change} />
    </>
  )
}

type Changes = Partial<Omit<Settings, 'children'>> & {
  children?: Pick<Settings['children'][number], 'id' | 'channels'>[]
}

/** The settings with the changes that are being saved. After a failure the stored ones are shown again. */
function useChangedSettings(settings: Settings) {
  const queryClient = useQueryClient()
  const [changes, setChanges] = useState<Changes>({})
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
  const shown = {
    ...settings,
    ...changes,
    channels: mergeChannels(settings.channels, changes.channels),
    children: mergeChildren(settings.children, changes.children),
  }
  const change = (some: Changes) => {
    setChanges((known) => ({
      ...known,
      ...some,
      ...(some.channels && { channels: [...(known.channels ?? []), ...some.channels] }),
      ...(some.children && { children: [...(known.children ?? []), ...some.children] }),
    }))
    mutate({ body: some })
  }
  return { shown, change, isSaved: isSuccess, error }
}

function mergeChannels(stored: Settings['channels'], changed: Settings['channels'] = []): Settings['channels'] {
  return stored.map((row) => changed.findLast(({ category }) => category === row.category) ?? row)
}

function mergeChildren(stored: Settings['children'], changed: Changes['children'] = []): Settings['children'] {
  return stored.map((child) => ({ ...child, ...changed.findLast(({ id }) => id === child.id) }))
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
