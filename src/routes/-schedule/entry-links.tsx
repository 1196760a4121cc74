import { Trans } from '@lingui/react/macro'
import { Icon } from '#src/ui/icon.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'

type EntryLinksProps = { join: string | null; recording: string | null; isTask: boolean }

/** The ways into an entry: its recording, and the lesson or the task itself. */
export function EntryLinks({ join, recording, isTask }: EntryLinksProps) {
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
