import { Trans, useLingui } from '@lingui/react/macro'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { lessonFormatWords } from '#src/i18n/lesson-words.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { SeenByOpening } from '#src/routes/-frame/seen-by-opening.tsx'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import type { Change } from '#src/school/changes.ts'
import type { ChildTags } from '#src/school/children.ts'
import { linksOf, namesOf, type ScheduleEntry, titleOf, topicOf } from '#src/school/entries.ts'
import { itemLook, itemWords } from '#src/school/kinds.ts'
import type { Hurry } from '#src/school/travel.ts'
import { entryTimeWords } from '#src/school/when-words.ts'
import { Badge } from '#src/ui/badge.tsx'
import { DescriptionList } from '#src/ui/description-list.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import { EntryState } from './entry-state.tsx'
import { WasWords, WayWords } from './entry-words.tsx'
import { WriteAbout } from './write-button.tsx'

type EntryDetailsProps = {
  entry: ScheduleEntry
  tags: ChildTags
  change: Change | undefined
  hurry: Hurry | undefined
  travelWords: (minutes: number) => string
  onClose: () => void
}

/** All that is known of one entry of the schedule. */
export function EntryDetails({ entry, tags, change, hurry, travelWords, onClose }: EntryDetailsProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { tone, icon } = itemLook(entry)
  const names = namesOf(entry, tags)
  const { join, recording } = linksOf(entry, useMoment().now)
  return (
    <Dialog
      open
      onClose={onClose}
      title={titleOf(entry)}
      description={topicOf(entry)}
      closeLabel={t`Закрыть`}
      footer={
        <>
          <WriteAbout isLesson={entry.category === 'lessons'} />
          <EntryLinks join={join} recording={recording} isTask={entry.category === 'selfStudy'} />
        </>
      }
    >
      {change?.isNew && (
        <SeenByOpening key={change.itemUuid} section="schedule" item={change.itemUuid} at={change.changedAt} />
      )}
      <div className="flex flex-col gap-base">
        <div className="flex flex-wrap gap-xs">
          <Badge tone={tone} icon={<Icon name={icon} size={16} />}>
            {i18n._(itemWords(entry))}
          </Badge>
          <EntryState state={entry.state} />
        </div>
        <DescriptionList
          entries={[
            {
              key: 'when',
              term: t`Когда`,
              value: <span className="block first-letter:uppercase">{entryTimeWords(entry, dates, i18n.locale)}</span>,
            },
            {
              key: 'was',
              term: t`Было`,
              value: change?.was && <WasWords was={change.was} place={entry.place} />,
            },
            { key: 'place', term: t`Где`, value: entry.place },
            {
              key: 'way',
              term: t`Дорога`,
              value: hurry && <WayWords hurry={hurry} words={travelWords(hurry.minutes)} />,
            },
            { key: 'who', term: names.length > 1 ? t`Дети` : t`Ребёнок`, value: names.join(', ') },
            { key: 'teacher', term: t`Преподаватель`, value: entry.teacher },
            { key: 'group', term: t`Группа`, value: entry.groupTitle },
            { key: 'subject', term: t`Предмет`, value: titleOf(entry) === entry.subject ? null : entry.subject },
            {
              key: 'format',
              term: t`Формат`,
              value: entry.format && i18n._(wordsFor(lessonFormatWords, entry.format)),
            },
          ]}
        />
      </div>
    </Dialog>
  )
}

type EntryLinksProps = { join: string | null; recording: string | null; isTask: boolean }

/** The ways into an entry: its recording, and the lesson or the task itself. */
function EntryLinks({ join, recording, isTask }: EntryLinksProps) {
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
