import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import type { Course, CoursesForStudent } from '#contract/enrolment/catalog.ts'
import { slotsText } from '#src/domain/weekly-slots.ts'
import { GradeRange } from '#src/i18n/grade-range.tsx'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { lessonFormatLabels } from '#src/i18n/lesson-labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { fewPlaces, PlacesBadge } from '#src/routes/-query/labels/badges.tsx'
import { LessonsAtPrice, lessonPriceText } from '#src/routes/-query/labels/price-note.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { stretchedLink } from '#src/ui/data/text-link.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

type CourseCardProps = {
  course: Course
  attendees: readonly string[]
  /** For whom it is being bought; null for oneself. */
  begun: readonly { name: string | null; step: CoursesForStudent['begun'][number]['step'] }[]
  /** Names of others whom it suits; null where it is sought for one or by a visitor. */
  suited: readonly string[] | null
}

/**
 * One course of the catalog as a row. What it is, when and where, and the price are columns of a wide screen; on a phone
 * place, start and price are one line.
 */
export function CourseCard({ course, attendees, begun, suited }: CourseCardProps) {
  const { t } = useLingui()
  const { uuid, title, subject, description, placesLeft, groups } = course
  const isTaken = attendees.length > 0 || begun.length > 0
  const forWhom = suited && (suited.length > 0 || !isTaken) && <Suitability suited={suited} />
  return (
    <article className="group relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-sm gap-y-xxs bg-surface px-base py-sm hover:bg-surface-hover max-md:leading-tight md:grid-cols-[minmax(0,1fr)_minmax(0,240px)_184px_16px] md:gap-x-lg md:px-lg md:py-base">
      <div className="flex min-w-0 flex-col gap-xxs max-md:col-span-2">
        <p className="text-sm text-ink-muted">
          {/* On a phone the title says the subject. */}
          <span className={classNames(forWhom && 'max-md:hidden')}>
            <SchoolText>{subject}</SchoolText>
            {separator}
          </span>
          {forWhom && (
            <span className="md:hidden">
              {forWhom}
              {separator}
            </span>
          )}
          <span className="whitespace-nowrap">
            <GradeRange {...course} />
          </span>
        </p>
        <div className="flex items-start justify-between gap-xs">
          <h2 className="min-w-0 text-base font-medium md:text-lg md:font-strong">
            <Link to="/catalog/$id" params={{ id: uuid }} className={`${stretchedLink} group-hover:text-ink-link`}>
              <SchoolText>{title}</SchoolText>
            </Link>
          </h2>
          <span className="mt-half shrink-0 text-ink-muted md:hidden">
            <Icon name="arrow-right" size={20} />
          </span>
        </div>
        <p className="flex flex-wrap gap-xxs empty:hidden">
          {attendees.length > 0 && (
            <Badge tone="info" icon={<Icon name="check" size={16} />}>
              <Trans>Уже учится: {attendees.join(', ')}</Trans>
            </Badge>
          )}
          {begun.map((one) => (
            <Badge key={`${one.name} ${one.step}`} tone="info">
              <BegunText {...one} />
            </Badge>
          ))}
          {attendees.length === 0 && placesLeft <= fewPlaces && <PlacesBadge left={placesLeft} />}
        </p>
        <p className="text-sm text-ink-muted max-md:hidden md:line-clamp-2">
          <SchoolText>{description}</SchoolText>
        </p>
      </div>
      <dl className="min-w-0 text-sm max-md:contents md:flex md:flex-col md:gap-xxs">
        {forWhom && (
          <Fact icon="profile" term={t`Для кого`} phone="wideOnly">
            {forWhom}
          </Fact>
        )}
        <CourseTimes groups={groups} />
        <Fact icon="home" term={t`Где`} phone="besidePrice">
          <CoursePlaces groups={groups} />
        </Fact>
      </dl>
      <div className="min-w-0 text-sm text-ink-muted tabular-nums max-md:contents md:flex md:flex-col">
        <p className="flex items-center gap-xs md:flex-col md:items-start">
          <span className="whitespace-nowrap md:hidden">
            <StartText {...course} isShort />
          </span>
          <CoursePrice course={course} />
        </p>
        <p className="empty:hidden max-md:col-span-2">
          <PriceNote course={course} />
        </p>
        <p className="empty:hidden max-md:hidden">
          <StartText {...course} />
        </p>
      </div>
      <span className="hidden self-center text-ink-muted group-hover:text-ink-link md:block print:hidden">
        <Icon name="arrow-right" />
      </span>
    </article>
  )
}

function BegunText({ name, step }: CourseCardProps['begun'][number]) {
  if (name === null) return step === 'contract' ? <Trans>Договор оформляется</Trans> : <Trans>Место за вами</Trans>
  return step === 'contract' ? <Trans>{name}: договор оформляется</Trans> : <Trans>{name}: место за вами</Trans>
}

function Suitability({ suited }: { suited: readonly string[] }) {
  return suited.length > 0 ? (
    <span className="text-ink">
      <Trans>Подходит: {suited.join(', ')}</Trans>
    </span>
  ) : (
    <Trans>По классу не подходит</Trans>
  )
}

/** Where a phone shows a fact: in a line of its own, beside the price (above it on the narrowest screens), or nowhere. */
const factLook = {
  line: 'max-md:col-span-2',
  besidePrice: 'min-w-0 max-md:self-center max-[359px]:col-span-2',
  wideOnly: 'max-md:hidden',
}

type FactProps = { icon: IconName; term: string; phone: keyof typeof factLook; children: ReactNode }

function Fact({ icon, term, phone, children }: FactProps) {
  return (
    <div className={classNames('flex items-start gap-xs', factLook[phone])}>
      <dt className="mt-half shrink-0 text-ink-muted max-md:sr-only">
        <Icon name={icon} size={16} />
        <VisuallyHidden>{term}</VisuallyHidden>
      </dt>
      <dd className="min-w-0 flex-1">{children}</dd>
    </div>
  )
}

const shownPlaces = 2

/** The first territories of the groups, and how the lessons online are held: «Сокол, Мытищи · Онлайн: вебинар»; a phone only says that they are. */
function CoursePlaces({ groups }: Pick<Course, 'groups'>) {
  const { t, i18n } = useLingui()
  const titles = [...new Set(groups.flatMap(({ territory }) => territory?.title ?? []))]
  const others = Math.max(0, titles.length - shownPlaces)
  const formats = [...new Set(groups.filter(({ territory }) => territory === null).map(({ format }) => format))]
    .map((format) => i18n._(labelOf(lessonFormatLabels, format)).toLocaleLowerCase(i18n.locale))
    .join(', ')
  return (
    <>
      {titles.length > 0 && <SchoolText>{titles.slice(0, shownPlaces).join(', ')}</SchoolText>}
      {others > 0 && (
        <>
          {' '}
          <span className="whitespace-nowrap">
            <Trans>и ещё {others}</Trans>
          </span>
        </>
      )}
      {titles.length > 0 && formats !== '' && separator}
      {formats !== '' && (
        <>
          <span className="md:hidden">{t`Онлайн`}</span>
          <span className="max-md:hidden">{t`Онлайн: ${formats}`}</span>
        </>
      )}
    </>
  )
}

const shownTimes = 2

/** Days and hours of the first groups, one or the other, and the number of groups at other times. */
function CourseTimes({ groups }: Pick<Course, 'groups'>) {
  const { t } = useLingui()
  const dates = useDates()
  const timesOf = ({ slots }: Course['groups'][number]) => slotsText(slots, dates)
  const ofGroups = groups.map(timesOf).filter((times) => times.length > 0)
  const byText = new Map(ofGroups.map((times) => [times.join(', '), times]))
  const shown = [...byText].slice(0, shownTimes)
  if (shown.length === 0) return null
  const texts = shown.map(([text]) => text)
  const count = ofGroups.filter((times) => !texts.includes(times.join(', '))).length
  return (
    <Fact icon="calendar" term={t`Когда`} phone="line">
      <ul className="flex flex-wrap items-center gap-x-xs tabular-nums">
        {shown.map(([text, times], index) => (
          <li key={text} className="md:basis-full">
            {index > 0 && (
              <span className="text-ink-muted">
                <Trans>или</Trans>{' '}
              </span>
            )}
            {times.map((time, place) => (
              // Days with the same hours stay in one line.
              <Fragment key={time}>
                {place > 0 && ' '}
                <span className="inline-block">
                  {time}
                  {place < times.length - 1 && ','}
                </span>
              </Fragment>
            ))}
          </li>
        ))}
        {count > 0 && (
          <li className="text-ink-muted">
            <Plural
              value={count}
              one="и ещё # группа"
              few="и ещё # группы"
              many="и ещё # групп"
              other="и ещё # группы"
            />
          </li>
        )}
      </ul>
    </Fact>
  )
}

type PriceProps = Pick<CourseCardProps, 'course'>

function CoursePrice({ course: { priceFrom } }: PriceProps) {
  const { i18n } = useLingui()
  const price = formatMoney(priceFrom, i18n.locale)
  return (
    <span className="text-base font-strong whitespace-nowrap text-ink md:text-lg">
      <Trans>от {price}</Trans>
    </span>
  )
}

/** The lessons that the price is for, what one costs, and the lowest sum of a month. */
function PriceNote({ course: { isPriceOfRest, lessons, priceFrom, monthlyPrice } }: PriceProps) {
  const { i18n } = useLingui()
  const sum = lessonPriceText({ lessons: { left: lessons }, price: priceFrom }, i18n.locale)
  const monthly = monthlyPrice ? formatMoney(monthlyPrice, i18n.locale) : null
  if (lessons === 0 && monthly === null) return null
  return (
    <>
      {/* In one line of a phone. */}
      <span className="md:hidden">
        {sum && (
          <span className="whitespace-nowrap">
            <LessonsAtPrice lessons={lessons} each={sum} />
          </span>
        )}
        {sum && monthly && separator}
        {monthly && (
          <span className="whitespace-nowrap">
            <Trans>от {monthly} в месяц</Trans>
          </span>
        )}
      </span>
      {lessons > 0 && (
        <span className="max-md:hidden md:block">
          {isPriceOfRest ? (
            <Plural
              value={lessons}
              one="за оставшееся # занятие"
              few="за оставшиеся # занятия"
              many="за оставшиеся # занятий"
              other="за оставшиеся # занятия"
            />
          ) : (
            <Plural value={lessons} one="за # занятие" few="за # занятия" many="за # занятий" other="за # занятия" />
          )}
        </span>
      )}
      {sum && (
        <span className="max-md:hidden md:block">
          <Trans>{sum} за занятие</Trans>
        </span>
      )}
      {monthly && (
        <span className="max-md:hidden md:block">
          <Trans>или от {monthly} в месяц</Trans>
        </span>
      )}
    </>
  )
}

type StartProps = Pick<Course, 'firstDay' | 'placesLeft'> & {
  /** Before the price on a phone. */
  isShort?: boolean
}

/** When a new student can begin; nothing for a full course. */
function StartText({ firstDay, placesLeft, isShort = false }: StartProps) {
  const dates = useDates()
  if (placesLeft === 0) return null
  if (firstDay === null) return isShort ? <Trans>уже идут</Trans> : <Trans>Занятия уже идут</Trans>
  const start = isShort ? dates.dayShort(firstDay) : dates.day(firstDay)
  return isShort ? <Trans>с {start}</Trans> : <Trans>Можно начать {start}</Trans>
}
