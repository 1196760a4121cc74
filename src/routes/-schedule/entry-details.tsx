import { useLingui } from '@lingui/react/macro'
import { lessonFormatWords, wordsFor } from '#src/i18n/enumeration-words.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Badge } from '#src/ui/badge.tsx'
import { DescriptionList } from '#src/ui/description-list.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { ChildTag } from './children.ts'
import type { ScheduleEntry } from './entries.ts'
import { EntryLinks } from './entry-links.tsx'
import { EntryState } from './entry-state.tsx'
import { linksOf } from './links.ts'
import { lookOf, wordsOf } from './looks.ts'
import { namesOf, titleOf, topicOf } from './to-calendar.ts'
import { useMoment } from './use-moment.ts'
import { whenOf } from './when.ts'

type EntryDetailsProps = { entry: ScheduleEntry; tags: ReadonlyMap<string, ChildTag>; onClose: () => void }

/** All that is known of one entry of the schedule. */
export function EntryDetails({ entry, tags, onClose }: EntryDetailsProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { tone, icon } = lookOf(entry)
  const names = namesOf(entry, tags)
  const { join, recording } = linksOf(entry, useMoment().instant)
  return (
    <Dialog
      open
      onClose={onClose}
      title={titleOf(entry)}
      description={topicOf(entry)}
      closeLabel={t`Закрыть`}
      footer={
        (join || recording) && <EntryLinks join={join} recording={recording} isTask={entry.category === 'selfStudy'} />
      }
    >
      <div className="flex flex-col gap-base">
        <div className="flex flex-wrap gap-xs">
          <Badge tone={tone} icon={<Icon name={icon} size={16} />}>
            {i18n._(wordsOf(entry))}
          </Badge>
          <EntryState state={entry.state} />
        </div>
        <DescriptionList
          entries={[
            {
              key: 'when',
              term: t`Когда`,
              value: <span className="block first-letter:uppercase">{whenOf(entry, dates, i18n.locale)}</span>,
            },
            { key: 'place', term: t`Где`, value: entry.place },
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
