import { and, asc, eq, gte, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { ComparedGroup, Course, CourseDetails, PaymentPlan } from '#contract/enrolment/catalog.ts'
import { type PaymentScheme, paymentSchemes } from '#contract/enumerations.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns, programs, studyGroups, subjects, territories } from '#server/db/schema/programs.ts'
import { lessons } from '#server/db/schema/schedule.ts'
import { waitingListEntries } from '#server/db/schema/transfers.ts'
import { planInstalments, toInstalments } from '#server/enrolment/contracts/instalments.ts'
import { selectFirstDayOfBuyer, selectFreePlaces, selectGroupSlots } from '#server/enrolment/groups/group-columns.ts'
import { type PricingTime, selectPriceOfBuyer } from '#server/enrolment/groups/late-start-price.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { type CurrentTime, type Day, dayInZone, startOfTomorrow } from '#server/time/calendar-days.ts'

type Group = Awaited<ReturnType<typeof findGroups>>[number]

/** The courses with these ids, in this order, with those of their groups. */
export async function findCourseCards(
  database: Database,
  currentTime: PricingTime,
  { ids, groupIds }: { ids: readonly string[]; groupIds: readonly string[] },
): Promise<Course[]> {
  const today = dayInZone(currentTime.now, currentTime.timeZone)
  const found = await findPrograms(database, ids)
  const groups = Map.groupBy(
    await findGroups(database, currentTime, inArray(studyGroups.id, [...groupIds])),
    ({ programId }) => programId,
  )
  const lessonsOf = await countLessons(database, currentTime, groupIds)
  return ids.flatMap((id) => {
    const program = found.find(({ uuid }) => uuid === id)
    const offered = groups.get(id) ?? []
    return program && offered.length > 0 ? [courseOf(program, offered, lessonsOf, today)] : []
  })
}

/** A course with the payment plans as of today. 404 for an unknown course or one that is over. */
export async function findCourseDetails(
  database: Database,
  currentTime: PricingTime,
  id: string,
): Promise<CourseDetails> {
  const today = dayInZone(currentTime.now, currentTime.timeZone)
  const [program] = await findPrograms(database, [id])
  const groups = await findDisplayedGroups(database, currentTime, id)
  const lessonsOf = await countLessons(
    database,
    currentTime,
    groups.map(({ groupUuid }) => groupUuid),
  )
  if (!program || groups.length === 0) return throwProblem('not-found', 'No such course, or it is over')
  return {
    ...courseOf(program, groups, lessonsOf, today),
    programme: await findTopicsByWeek(database, currentTime.timeZone, groups[0]?.groupUuid ?? id),
    groups: groups.map((group) => groupDetailsOf(group, lessonsOf, today)),
  }
}

/** Groups of any courses that still study, in this order, with the payment plans as of today. */
export async function findComparedGroups(
  database: Database,
  currentTime: PricingTime,
  ids: readonly string[],
): Promise<ComparedGroup[]> {
  const today = dayInZone(currentTime.now, currentTime.timeZone)
  const groups = await findStudyingGroups(database, currentTime, ids)
  const courses = await findPrograms(
    database,
    groups.map(({ programId }) => programId),
  )
  const lessonsOf = await countLessons(database, currentTime, ids)
  return [...new Set(ids)].flatMap((id) => {
    const group = groups.find(({ groupUuid }) => groupUuid === id)
    const found = courses.find(({ uuid }) => uuid === group?.programId)
    if (group === undefined || found === undefined) return []
    const { uuid, title, branch, grades } = found
    return [
      {
        ...groupDetailsOf(group, lessonsOf, today),
        course: { uuid, title, branch, grades },
        isOnSale: group.enrolUntil >= today,
      },
    ]
  })
}

type LessonCounts = Awaited<ReturnType<typeof countLessons>>

function groupDetailsOf(group: Group, lessonsOf: LessonCounts, today: Day): CourseDetails['groups'][number] {
  const { endsOn, address, wholePrice, placesTotal, waiting, firstDay } = group
  return {
    ...groupOf(group),
    endsOn,
    address,
    wholePrice,
    placesTotal,
    waiting,
    firstDay,
    lessons: lessonsOf.get(group.groupUuid) ?? { total: 0, left: 0 },
    plans: groupOf(group).paymentSchemes.map((paymentScheme) => planOf(group, paymentScheme, today)),
  }
}

function planOf({ price, endsOn }: Group, paymentScheme: PaymentScheme, today: Day): PaymentPlan {
  return {
    paymentScheme,
    instalments: toInstalments(planInstalments(paymentScheme, price, { signedOn: today, endsOn })),
  }
}

/** Lessons of the groups without cancelled ones: all, and those from tomorrow on. */
async function countLessons(database: Database, currentTime: CurrentTime, groupIds: readonly string[]) {
  const from = startOfTomorrow(currentTime).toISOString()
  const rows = await database
    .select({
      groupId: lessons.groupId,
      total: sql<number>`count(*)::int`,
      left: sql<number>`(count(*) filter (where ${lessons.startsAt} >= ${from}::timestamptz))::int`,
    })
    .from(lessons)
    .where(and(inArray(lessons.groupId, [...groupIds]), ne(lessons.state, 'cancelled')))
    .groupBy(lessons.groupId)
  return new Map(rows.map(({ groupId, total, left }) => [groupId, { total, left }]))
}

/** Topics of the lessons of a group by week, each topic once in its week. */
async function findTopicsByWeek(
  database: Database,
  timeZone: string,
  groupId: string,
): Promise<CourseDetails['programme']> {
  const week = sql<string>`date_trunc('week', ${lessons.startsAt} at time zone ${timeZone})::date::text`
  const rows = await database
    .select({ week, topic: lessons.topic })
    .from(lessons)
    .where(eq(lessons.groupId, groupId))
    .orderBy(asc(lessons.startsAt), asc(lessons.id))
  return [...Map.groupBy(rows, (row) => row.week)].map(([monday, own]) => ({
    week: monday,
    topics: [...new Set(own.map(({ topic }) => topic))],
  }))
}

/** Groups that the course page shows: those on sale, else those that still study. */
export async function findDisplayedGroups(database: Database, currentTime: PricingTime, id: string): Promise<Group[]> {
  const today = dayInZone(currentTime.now, currentTime.timeZone)
  const groups = await findGroups(database, currentTime, and(ofPrograms([id]), isStudying(today)))
  const onSale = groups.filter(({ enrolUntil }) => enrolUntil >= today)
  return onSale.length > 0 ? onSale : groups
}

/** Those of these groups of any courses that still study, also when their enrolment is closed. */
export async function findStudyingGroups(
  database: Database,
  currentTime: PricingTime,
  ids: readonly string[],
): Promise<Group[]> {
  const today = dayInZone(currentTime.now, currentTime.timeZone)
  return findGroups(database, currentTime, and(inArray(studyGroups.id, [...ids]), isStudying(today)))
}

const ofPrograms = (ids: readonly string[]) => inArray(studyGroups.programId, [...ids])
const isStudying = (today: Day) => and(eq(campaigns.kind, 'year'), gte(studyGroups.endsOn, today))

async function findPrograms(database: Database, ids: readonly string[]) {
  return database
    .select({
      uuid: programs.id,
      title: programs.title,
      subject: subjects.title,
      description: programs.description,
      branch: programs.branch,
      grades: programs.grades,
    })
    .from(programs)
    .innerJoin(subjects, eq(subjects.code, programs.subjectCode))
    .where(inArray(programs.id, [...ids]))
}

async function findGroups(database: Database, currentTime: PricingTime, condition: SQL | undefined) {
  const isWaiting = and(eq(waitingListEntries.groupId, studyGroups.id), eq(waitingListEntries.state, 'waiting'))
  return database
    .select({
      programId: studyGroups.programId,
      groupUuid: studyGroups.id,
      title: studyGroups.title,
      teacher: sql<string | null>`${selectFullName(users)}`,
      format: studyGroups.format,
      territory: { uuid: territories.id, title: territories.title },
      address: territories.address,
      slots: selectGroupSlots(studyGroups.id),
      startsOn: studyGroups.startsOn,
      endsOn: studyGroups.endsOn,
      enrolUntil: campaigns.enrolUntil,
      firstDay: selectFirstDayOfBuyer(studyGroups, currentTime),
      price: selectPriceOfBuyer(studyGroups, currentTime),
      wholePrice: studyGroups.price,
      placesLeft: selectFreePlaces(studyGroups),
      placesTotal: studyGroups.placesTotal,
      paymentSchemes: studyGroups.paymentSchemes,
      waiting: sql<number>`(select count(*)::int from ${waitingListEntries} where ${isWaiting})`,
    })
    .from(studyGroups)
    .innerJoin(campaigns, eq(campaigns.id, studyGroups.campaignId))
    .leftJoin(territories, eq(territories.id, studyGroups.territoryId))
    .leftJoin(users, eq(users.id, studyGroups.teacherId))
    .where(condition)
    .orderBy(asc(studyGroups.startsOn), asc(studyGroups.title), asc(studyGroups.id))
}

/**
 * What the card of a course says. Price and first day are those of the groups with a free place, if any has one; the first
 * of the groups is the one that begins on that day, so that the first hours of a card are those of its date.
 */
function courseOf(
  program: Awaited<ReturnType<typeof findPrograms>>[number],
  groups: readonly Group[],
  lessonsOf: LessonCounts,
  today: Day,
): Course {
  const open = groups.filter(({ placesLeft }) => placesLeft > 0)
  const sold = open.length > 0 ? open : groups
  const ordered = [...sold].sort(byFirstDay)
  const priceFrom = Math.min(...sold.map(({ price }) => price))
  const cheapest = ordered.filter(({ price }) => price === priceFrom)
  const ofRest = cheapest.find(({ price, wholePrice }) => price < wholePrice)
  const [shown] = ofRest ? [ofRest] : cheapest
  const { left = 0 } = lessonsOf.get(shown?.groupUuid ?? '') ?? {}
  const monthly = shown?.paymentSchemes.includes('Recurent') ? planOf(shown, 'Recurent', today).instalments[0] : null
  return {
    ...program,
    formats: [...new Set(groups.map(({ format }) => format))],
    priceFrom,
    isPriceOfRest: ofRest !== undefined,
    lessons: left,
    monthlyPrice: monthly?.amount ?? null,
    firstDay: ordered[0]?.firstDay ?? null,
    placesLeft: groups.reduce((sum, { placesLeft }) => sum + placesLeft, 0),
    groups: [...ordered, ...groups.filter((group) => !sold.includes(group))].map(groupOf),
  }
}

/** Groups whose first day is not known come last. */
function byFirstDay({ firstDay: one }: Group, { firstDay: other }: Group): number {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? 1 : -1
  return one < other ? -1 : 1
}

function groupOf(group: Group): Course['groups'][number] {
  const { groupUuid, title, teacher, format, territory, slots, startsOn, price, placesLeft } = group
  const schemes = paymentSchemes.filter((scheme) => group.paymentSchemes.includes(scheme))
  return { groupUuid, title, teacher, format, territory, slots, startsOn, price, placesLeft, paymentSchemes: schemes }
}
