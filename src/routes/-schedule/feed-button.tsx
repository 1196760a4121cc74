import { Trans, useLingui } from '@lingui/react/macro'
import type { ScheduleGroup } from '#src/api/schedule.ts'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'

const FeedDialog = latePart('feed-dialog', () => import('./feed-dialog.tsx').then((module) => module.FeedDialog))

/** Opens the subscription to this schedule, which lies over the page; on a phone the icon says it. */
export function FeedButton({ family }: { family: ScheduleGroup }) {
  const { t } = useLingui()
  const { search, open, close } = useAddress('schedule')
  return (
    <>
      <Button
        icon={<Icon name="calendar" />}
        aria-label={t`Подписаться на календарь`}
        aria-haspopup="dialog"
        onPointerEnter={FeedDialog.warm}
        onFocus={FeedDialog.warm}
        onClick={() => open({ dialog: 'feed' })}
      >
        <span className="max-md:hidden">
          <Trans>Подписаться на календарь</Trans>
        </span>
      </Button>
      {search.dialog === 'feed' && <FeedDialog family={family} onClose={() => close({ dialog: undefined })} />}
    </>
  )
}
