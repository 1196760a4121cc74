import { Trans, useLingui } from '@lingui/react/macro'
import type { SchoolEvent } from '#contract/events.ts'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { Notice } from '#src/ui/notice.tsx'

/** Also for whoever may be about to open an event: warms it. */
export const EventDialog = latePart('event-dialog', () =>
  import('./event-dialog.tsx').then((module) => module.EventDialog),
)

/** The details of the event that the address names, upcoming or past, shown or filtered out. */
export function OpenedEvent({ events, now }: { events: readonly SchoolEvent[]; now: number }) {
  const { t } = useLingui()
  const { search, close } = useAddress('events')
  if (search.event === undefined) return null
  const event = events.find(({ uuid }) => uuid === search.event)
  if (event === undefined) {
    return (
      <div className="mb-lg">
        <Notice tone="warning" title={t`Мероприятие по этой ссылке не найдено`}>
          <Trans>Возможно, его отменили. Ниже все остальные.</Trans>
        </Notice>
      </div>
    )
  }
  return <EventDialog event={event} now={now} onClose={() => close({ event: undefined })} />
}
