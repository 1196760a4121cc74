import { Trans, useLingui } from '@lingui/react/macro'
import { useMayOpen } from '#src/routes/-shell/account/use-session.ts'
import { LinkTabs } from '#src/ui/data/link-tabs.tsx'
import { RouterLink } from './router-link.tsx'

/** Tabs of the progress: of one group, and of all children side by side (for parents who may open it). */
export function ProgressTabs({ current }: { current: 'progress' | 'learning-progress' }) {
  const { t } = useLingui()
  const mayOpenOverview = useMayOpen('learning-progress')
  if (!mayOpenOverview) return null
  return (
    <LinkTabs
      label={t`Посещаемость и задания`}
      Link={RouterLink}
      current={current}
      tabs={[
        { key: 'progress', href: '/progress', label: <Trans>По группам</Trans> },
        { key: 'learning-progress', href: '/learning-progress', label: <Trans>Все дети</Trans> },
      ]}
    />
  )
}
