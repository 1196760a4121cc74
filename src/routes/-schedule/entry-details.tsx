import { Trans, useLingui } from '@lingui/react/macro'
import type { LessonState } from '#contract/enumerations.ts'
import type { Absence } from '#contract/people/absences.ts'
import { viewerRoleGroupOf } from '#src/api/schedule.ts'
import type { ChildTags } from '#src/domain/child-tags.ts'
import { entryTimeText } from '#src/domain/date-range-text.ts'
import { itemAppearance, itemLabel } from '#src/domain/item-kind.ts'
import type { MergedScheduleChange } from '#src/domain/schedule-changes.ts'
import {
  entryLinksOf,
  entryTitleOf,
  entryTopicOf,
  isDeadline,
  type ScheduleEntry,
  studentNamesOf,
} from '#src/domain/schedule-entries.ts'
import type { TightConnection } from '#src/domain/tight-connections.ts'
import { timeRange } from '#src/i18n/dates.ts'
import { labelOf, lookUp } from '#src/i18n/labels.ts'
import { lessonStateLabels } from '#src/i18n/lesson-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AnchoredDialog } from '#src/routes/-flow/anchored-dialog.tsx'
import { EntryTicketButton } from '#src/routes/-flow/tickets/ticket-button.tsx'
import { AccountOwnerButton } from '#src/routes/-query/account-owner-only.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useMarkSeenOnOpen } from '#src/routes/-query/use-mark-seen.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { itemOrMoreButton } from '#src/ui/calendar/more-button.tsx'
import { Badge } from '#src/ui/data/badge.tsx'
import { DescriptionList } from '#src/ui/data/list.tsx'
import { LinkButton } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { Appearance } from '#src/ui/tone.ts'
import { AbsenceDialog } from './absence/absences.ts'
import { ReportedAbsence } from './absence/reported-absence.tsx'
import { EntryHomework, useHomework } from './entry-homework.tsx'
import { EntryLinks } from './entry-links.tsx'

type EntryDetailsProps = {
  entry: ScheduleEntry
  tags: ChildTags
  change: MergedScheduleChange | undefined
  tightConnection: TightConnection | undefined
  formatTravelTime: (minutes: number) => string
  absences: readonly Absence[]
  /** Whether the absence of a student can be reported. */
  isReportable: boolean
  onClose: () => void
}

/** Details of a schedule entry. */
export function EntryDetails(props: EntryDetailsProps) {
  const { entry, tags, change, tightConnection, formatTravelTime, absences, isReportable, onClose } = props
  const { t, i18n } = useLingui()
  const dates = useDates()
  const icon = isDeadline(entry) ? 'flag' : itemAppearance(entry).icon
  const roleGroup = useSessionSelector(({ context }) => viewerRoleGroupOf(context.roleGroup))
  const homework = useHomework(entry, roleGroup === 'parent')
  const names = studentNamesOf(entry, tags)
  useMarkSeenOnOpen(change?.isNew ? { section: 'schedule', item: change.itemUuid, at: change.changedAt } : null)
  const { now } = useSchoolNow()
  const { join, recording } = entryLinksOf(entry, now)
  return (
    <AnchoredDialog
      anchor={itemOrMoreButton(entry.key)}
      isPageOnPhone
      onClose={onClose}
      title={<SchoolText>{entryTitleOf(entry)}</SchoolText>}
      description={schoolText(entryTopicOf(entry))}
      footer={
        <>
          <EntryTicketButton isLesson={entry.category === 'lessons'} />
          {isReportable && <ReportAbsenceButton />}
          <EntryOnlineLinks
            join={join}
            recording={recording}
            isTask={isDeadline(entry)}
            isOver={Date.parse(entry.endsAt) <= now}
          />
        </>
      }
    >
      <div className="flex flex-col gap-base">
        <div className="flex flex-wrap gap-xs">
          <Badge icon={<Icon name={icon} size={16} />}>{i18n._(itemLabel(entry))}</Badge>
          <EntryState state={entry.state} />
          {entry.replacedTeacher !== null && entry.state !== 'cancelled' && (
            <Badge tone="info" icon={<Icon name="profile" size={16} />}>
              <Trans>Замена</Trans>
            </Badge>
          )}
        </div>
        <DescriptionList
          isCompact
          entries={[
            {
              key: 'when',
              term: isDeadline(entry) ? t`Сдать до` : t`Когда`,
              value: <span className="block first-letter:uppercase">{entryTimeText(entry, dates, i18n.locale)}</span>,
            },
            {
              key: 'was',
              term: t`Было`,
              value: change?.was && <PreviousTime was={change.was} place={entry.place} />,
            },
            { key: 'place', term: t`Где`, value: schoolText(entry.place) },
            {
              key: 'way',
              term: tightConnection && tightConnection.minutes < 0 ? t`Пересечение` : t`Дорога`,
              value: tightConnection && (
                <TravelWarning tightConnection={tightConnection} words={formatTravelTime(tightConnection.minutes)} />
              ),
            },
            { key: 'who', term: names.length > 1 ? t`Дети` : t`Ребёнок`, value: names.join(', ') },
            {
              key: 'absence',
              term: t`Отсутствие`,
              value:
                absences.length > 0 &&
                absences.map((absence) => <ReportedAbsence key={absence.uuid} absence={absence} tags={tags} />),
            },
            {
              key: 'homework',
              term: t`Домашнее задание`,
              value: homework.length > 0 && <EntryHomework of={homework} tags={tags} />,
            },
            { key: 'teacher', term: t`Преподаватель`, value: entry.teacher },
            { key: 'replaced', term: t`Заменяет`, value: entry.replacedTeacher },
            { key: 'curator', term: t`Куратор`, value: entry.curator },
            { key: 'group', term: t`Группа`, value: schoolText(entry.groupTitle) },
            {
              key: 'subject',
              term: t`Предмет`,
              value: entryTitleOf(entry) === entry.subject ? null : schoolText(entry.subject),
            },
          ]}
        />
        <EntryLinks entry={entry} roleGroup={roleGroup} />
      </div>
    </AnchoredDialog>
  )
}

const schoolText = (text: string | null) => text && <SchoolText>{text}</SchoolText>

/** The lesson stays in the URL, so closing the dialog returns to it. */
function ReportAbsenceButton() {
  const { open } = useScreenSearch('schedule')
  return (
    <AccountOwnerButton icon={<Icon name="logout" />} opens={AbsenceDialog} onClick={() => open({ dialog: 'absence' })}>
      <Trans>Сообщить об отсутствии</Trans>
    </AccountOwnerButton>
  )
}

type EntryOnlineLinksProps = { join: string | null; recording: string | null; isTask: boolean; isOver: boolean }

function EntryOnlineLinks({ join, recording, isTask, isOver }: EntryOnlineLinksProps) {
  return (
    <>
      {recording && (
        <LinkButton href={recording} target="_blank" rel="noreferrer" icon={<Icon name="schedule-video" />}>
          <Trans>Смотреть запись</Trans>
        </LinkButton>
      )}
      {join && (
        <LinkButton
          variant={isOver ? 'secondary' : 'primary'}
          href={join}
          target="_blank"
          rel="noreferrer"
          icon={<Icon name="external" />}
        >
          {isTask ? <Trans>Открыть домашнее задание</Trans> : <Trans>Подключиться</Trans>}
        </LinkButton>
      )}
    </>
  )
}

const stateLooks: Record<Exclude<LessonState, 'planned'>, Appearance> = {
  moved: { tone: 'info', icon: 'switch' },
  cancelled: { tone: 'neutral', icon: 'close' },
}

function EntryState({ state }: { state: string }) {
  const { i18n } = useLingui()
  if (state === 'planned') return null
  const { tone, icon } = lookUp<Appearance>(stateLooks, state, { tone: 'neutral', icon: 'info' })
  return (
    <Badge tone={tone} icon={<Icon name={icon} size={16} />}>
      {i18n._(labelOf(lessonStateLabels, state))}
    </Badge>
  )
}

function PreviousTime({ was, place }: { was: NonNullable<MergedScheduleChange['was']>; place: string | null }) {
  const dates = useDates()
  return (
    <s className="text-ink-muted">
      {timeRange(dates.dateTime(was.startsAt), dates.time(was.endsAt))}
      {was.place !== null && was.place !== place && `, ${was.place}`}
    </s>
  )
}

function TravelWarning({
  tightConnection: { other, side },
  words,
}: {
  tightConnection: TightConnection
  words: string
}) {
  const dates = useDates()
  const title = entryTitleOf(other)
  const [until, since] = [dates.time(other.endsAt), dates.time(other.startsAt)]
  const place = other.place === null ? '' : `, ${other.place}`
  return (
    <span className="flex gap-xxs text-ink-warning">
      <Icon name="warning" />
      <span>
        <span className="font-medium">{words}</span>
        <span className="block text-ink">
          {side === 'before' ? (
            <Trans>
              до {until} — «{title}»{place}
            </Trans>
          ) : (
            <Trans>
              с {since} — «{title}»{place}
            </Trans>
          )}
        </span>
      </span>
    </span>
  )
}
