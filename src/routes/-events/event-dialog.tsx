import { Trans, useLingui } from '@lingui/react/macro'
import type { SchoolEvent } from '#contract/learning/events.ts'
import { shortAddress } from '#src/domain/address-text.ts'
import { eventDateTimeText, isOver } from '#src/domain/events.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { lessonFormatLabels } from '#src/i18n/lesson-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { DescriptionList } from '#src/ui/data/list.tsx'
import { LinkButton } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { calendarFileUrl } from './calendar-file.ts'
import { EventPicture } from './event-picture.tsx'

/** Details of an event with its calendar file and the page of the organiser. */
export function EventDialog({ event, now, onClose }: { event: SchoolEvent; now: number; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { uuid, title, summary, category, format, startsAt, place, url, imageUrl } = event
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description={category}
      footer={
        <>
          {url && (
            <LinkButton href={url} target="_blank" rel="noreferrer" icon={<Icon name="external" />}>
              <Trans>Страница мероприятия</Trans>
            </LinkButton>
          )}
          {!isOver(event, now) && (
            <LinkButton
              variant="primary"
              href={calendarFileUrl(event, new Date(now))}
              download={`${dates.dayOf(startsAt)}-${uuid.slice(0, 8)}.ics`}
              icon={<Icon name="calendar" />}
            >
              <Trans>Добавить в календарь</Trans>
            </LinkButton>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-lg">
        <div className="overflow-clip rounded-lg empty:hidden">
          <EventPicture src={imageUrl} />
        </div>
        <p className="whitespace-pre-line">{summary}</p>
        <DescriptionList
          entries={[
            { key: 'when', term: t`Когда`, value: eventDateTimeText(event, dates) },
            { key: 'format', term: t`Формат`, value: i18n._(labelOf(lessonFormatLabels, format)) },
            { key: 'place', term: t`Где`, value: place && shortAddress(place) },
          ]}
        />
      </div>
    </Dialog>
  )
}
