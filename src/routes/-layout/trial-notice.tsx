import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '#src/api/system.ts'
import { TrialBar } from '#src/ui/layout/trial-bar.tsx'

/** Says on every page of a trial (DELIVERY=off) that no message leaves the server. */
export function TrialNotice() {
  const { data: isTrial = false } = useQuery({ ...configQuery(), select: ({ SYSTEM }) => SYSTEM.IS_TRIAL })
  if (!isTrial) return null
  return (
    <TrialBar>
      <Trans>Пробный запуск: письма, СМС, уведомления и вебхуки не отправляются.</Trans>
    </TrialBar>
  )
}
