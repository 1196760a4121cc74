import { Trans, useLingui } from '@lingui/react/macro'
import type { ScheduleGroup } from '#src/api/schedule.ts'
import { lazyComponent } from '#src/routes/-shell/lazy/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'

const FeedDialog = lazyComponent('feed-dialog', () => import('./feed-dialog.tsx').then((module) => module.FeedDialog))

/** Opens the dialog of the calendar subscription. */
export function FeedButton({ family }: { family: ScheduleGroup }) {
  const { t } = useLingui()
  const { search, open, close } = useScreenSearch('schedule')
  return (
    <>
      <Button
        icon={<Icon name="calendar" />}
        aria-label={t`Подписаться на календарь`}
        aria-haspopup="dialog"
        onPointerEnter={FeedDialog.prefetch}
        onFocus={FeedDialog.prefetch}
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
