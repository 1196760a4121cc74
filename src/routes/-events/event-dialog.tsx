import { Trans, useLingui } from '@lingui/react/macro'
import type { SchoolEvent } from '#contract/events.ts'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { lessonFormatWords } from '#src/i18n/lesson-words.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { eventDayAndHours, isOver } from '#src/school/events.ts'
import { DescriptionList } from '#src/ui/description-list.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import { calendarFileAddress } from './calendar-file.ts'
import { EventPicture } from './event-picture.tsx'

/** The details of an event, and the ways to keep it: a calendar file, the organiser's page. */
export function EventDialog({ event, now, onClose }: { event: SchoolEvent; now: number; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { uuid, title, summary, category, format, startsAt, place, url, imageUrl } = event
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={category}
      closeLabel={t`Закрыть`}
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
              href={calendarFileAddress(event, new Date(now))}
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
            { key: 'when', term: t`Когда`, value: eventDayAndHours(event, dates) },
            { key: 'format', term: t`Формат`, value: i18n._(wordsFor(lessonFormatWords, format)) },
            { key: 'place', term: t`Где`, value: place },
          ]}
        />
      </div>
    </Dialog>
  )
}
