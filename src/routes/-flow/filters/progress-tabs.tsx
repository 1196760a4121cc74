import { Trans, useLingui } from '@lingui/react/macro'
import { formatQueryString } from '#src/api/query-string.ts'
import { RouterLink } from '#src/routes/-flow/router-link.tsx'
import { useMayOpen } from '#src/routes/-query/use-session.ts'
import { LinkTabs } from '#src/ui/data/link-tabs.tsx'

export type ProgressTabsProps = {
  current: 'homework' | 'progress' | 'learning-progress'
  /** The chosen child, who stays chosen. */
  child?: string | undefined
}

/** Leads between homework, lessons of a group and the overview of all children. */
export function ProgressTabs({ current, child }: ProgressTabsProps) {
  const { t } = useLingui()
  const mayOpenOverview = useMayOpen('learning-progress')
  const search = formatQueryString({ child })
  return (
    <LinkTabs
      isInRow
      label={t`Посещаемость и задания`}
      Link={RouterLink}
      current={current}
      tabs={[
        { key: 'homework', href: `/homework${search}`, label: <Trans>Задания</Trans> },
        { key: 'progress', href: `/progress${search}`, label: <Trans>Занятия</Trans> },
        ...(mayOpenOverview
          ? [{ key: 'learning-progress', href: '/learning-progress', label: <Trans>Обзор</Trans> }]
          : []),
      ]}
    />
  )
}
