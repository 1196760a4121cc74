import { Trans } from '@lingui/react/macro'
import { useNow } from '#src/routes/-frame/use-now.ts'
import { Icon } from '#src/ui/icon.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import type { ScheduleEntry } from './entries.ts'
import { webAddress } from './web-address.ts'

/** Where an entry takes place and where it can be seen afterwards; nothing where there is neither. */
export function EntryLinks({ entry }: { entry: ScheduleEntry }) {
  const isOver = Date.parse(entry.endsAt) <= useNow(60_000)
  const join = isOver || entry.state === 'cancelled' ? null : webAddress(entry.joinUrl)
  const recording = webAddress(entry.recordingUrl)
  const isTask = entry.category === 'selfStudy'
  return (
    <>
      {recording && (
        <LinkButton href={recording} target="_blank" rel="noreferrer" icon={<Icon name="schedule-video" />}>
          <Trans>Смотреть запись</Trans>
        </LinkButton>
      )}
      {join && (
        <LinkButton variant="primary" href={join} target="_blank" rel="noreferrer" icon={<Icon name="external" />}>
          {isTask ? <Trans>Открыть задание</Trans> : <Trans>Подключиться</Trans>}
        </LinkButton>
      )}
    </>
  )
}
