import { z } from 'zod'
import { call } from '#contract/call.ts'
import { contractText } from '#contract/enrolment/contract-text.ts'
import {
  branches,
  courseSorts,
  dayParts,
  lessonFormats,
  paymentKinds,
  paymentSchemes,
  purchaseObstacles,
  weekdays,
} from '#contract/enumerations.ts'
import { scheduleConflict } from '#contract/learning/schedule.ts'
import { maxComparedGroups, searchLength } from '#contract/limits.ts'
import { count, day, iso, kopecks, page, pageOf, schoolText, slot, territory, uuid } from '#contract/schemas.ts'

const facet = z.array(z.object({ value: z.string(), title: schoolText, count }))

const courseGroup = z.object({
  groupUuid: uuid,
  title: schoolText,
  teacher: z.string().nullable(),
  format: z.enum(lessonFormats),
  territory: territory.nullable(),
  slots: z.array(slot),
  startsOn: day,
  /** For a student who is enrolled today: without the lessons that are over, where the school charges only the others. */
  price: kopecks,
  placesLeft: count,
  paymentSchemes: z.array(z.enum(paymentSchemes)),
})

export const course = z.object({
  uuid,
  title: schoolText,
  subject: schoolText,
  description: schoolText,
  branch: z.enum(branches),
  /** Empty for every grade; of a college, for those who have finished grade 9. */
  grades: z.array(z.int()),
  formats: z.array(z.enum(lessonFormats)),
  /** The lowest price of the groups with a free place, or of all if there are none. */
  priceFrom: kopecks,
  /** Whether that is the price of the lessons that are left of a group that has begun. */
  isPriceOfRest: z.boolean(),
  /** The number of lessons that the student gets for it, from tomorrow on; 0 if none are planned. */
  lessons: count,
  /** The first of the monthly payments for it; null if the group cannot be paid by month. */
  monthlyPrice: kopecks.nullable(),
  /** The earliest first day in the groups with a free place, or in all if there are none; null if no lessons are planned. */
  firstDay: day.nullable(),
  placesLeft: count,
  /** In the list of courses the first is the one that begins on the first day; those without a free place come last. */
  groups: z.array(courseGroup),
})
export type Course = z.infer<typeof course>

const values = z.array(z.string().max(200)).max(200).optional()

/** Filters and order of the catalog. A course is found if one of its groups meets all filters of groups. */
const courseQuery = z.object({
  filter: z
    .object({
      branch: values,
      subject: values,
      grade: values,
      format: values,
      territory: values,
      /** All meetings of the group are on these days, and begin in these parts of the day. */
      day: z.array(z.enum(weekdays)).optional(),
      hours: z.array(z.enum(dayParts)).optional(),
    })
    .optional(),
  /** The first day in the group is this one or an earlier one. */
  startBy: day.optional(),
  search: z.string().max(searchLength).optional(),
  /** Default: relevance. Full courses come last in each order. */
  sort: z.enum(courseSorts).optional(),
  page,
})

/** The courses have only the groups that meet the filters. */
const foundCourses = pageOf(course).extend({
  facets: z.object({ branch: facet, subject: facet, grade: facet, format: facet, territory: facet }),
})
export type FoundCourses = z.infer<typeof foundCourses>

export const listCourses = call('GET /v1/catalog/course/list', {
  summary: 'The course catalog, with counts per filter value',
  added: true,
  access: { who: 'anyone' },
  revalidated: true,
  limit: 'search',
  query: courseQuery,
  answer: foundCourses,
})

const instalment = z.object({ title: z.string(), kind: z.enum(paymentKinds), dueOn: day, amount: kopecks })
export type Instalment = z.infer<typeof instalment>

const paymentPlan = z.object({ paymentScheme: z.enum(paymentSchemes), instalments: z.array(instalment) })
export type PaymentPlan = z.infer<typeof paymentPlan>

const courseGroupDetails = courseGroup.extend({
  endsOn: day,
  address: schoolText.nullable(),
  /** The price of all lessons. */
  wholePrice: kopecks,
  placesTotal: count,
  /** Length of the waiting list. */
  waiting: count,
  /** The first day of a student who is enrolled today. */
  firstDay: day.nullable(),
  /** Lessons of the schedule without cancelled ones, and those from tomorrow on. */
  lessons: z.object({ total: count, left: count }),
  /** Payment plan if bought today. */
  plans: z.array(paymentPlan),
})

export const courseDetails = course.extend({
  /** Topics of the lessons of the first group, by week (its Monday). Empty as long as no lessons are planned. */
  programme: z.array(z.object({ week: day, topics: z.array(schoolText) })),
  groups: z.array(courseGroupDetails),
})
export type CourseDetails = z.infer<typeof courseDetails>

export const readCourse = call('GET /v1/catalog/course/{id}', {
  summary: 'A course with its groups and what each costs by each payment scheme',
  added: true,
  access: { who: 'anyone' },
  revalidated: true,
  params: z.object({ id: uuid }),
  answer: courseDetails,
})

/** A group of any course, with the course that it belongs to. */
export const comparedGroup = courseGroupDetails.extend({
  course: course.pick({ uuid: true, title: true, branch: true, grades: true }),
  /** Whether enrolment is open. */
  isOnSale: z.boolean(),
})
export type ComparedGroup = z.infer<typeof comparedGroup>

const comparedGroups = z.object({ groupUuids: z.array(uuid).min(1).max(maxComparedGroups) })

export const listGroups = call('GET /v1/catalog/group/list', {
  summary: 'Groups of several courses, in the order asked for; without those that are unknown or over',
  added: true,
  access: { who: 'anyone' },
  revalidated: true,
  query: comparedGroups,
  answer: z.array(comparedGroup),
})

const buyer = { who: 'group', groups: ['parent', 'student'] } as const

/** A place in the waiting list of a group, without a contract. */
export const courseWaitingList = z.object({
  uuid,
  courseUuid: uuid,
  courseTitle: schoolText,
  groupUuid: uuid,
  groupTitle: schoolText,
  studentUuid: uuid,
  /** Position, starting with 1. */
  position: z.int().min(1),
  length: count,
  joinedAt: iso,
  /** A place is held until then. */
  heldUntil: iso.nullable(),
})
export type CourseWaitingList = z.infer<typeof courseWaitingList>

export const courseStudent = z.object({
  studentUuid: uuid,
  firstName: z.string(),
  lastName: z.string(),
  grade: z.int().nullable(),
  /** Why the student cannot join any group of the course. */
  obstacle: z.enum(purchaseObstacles).nullable(),
  groups: z.array(
    z.object({
      groupUuid: uuid,
      obstacle: z.enum(purchaseObstacles).nullable(),
      waitingList: courseWaitingList.nullable(),
      /** Conflicts with lessons of the student, and of other children at distant places. */
      conflicts: z.array(scheduleConflict),
    }),
  ),
})
export type CourseStudent = z.infer<typeof courseStudent>

export const listCoursesForStudent = call('GET /v1/catalog/student/course/list', {
  summary:
    'The course catalog for one of the own students: for the class, and in the free time of the week if asked for',
  added: true,
  access: buyer,
  limit: 'search',
  query: courseQuery.extend({
    /** Default: the only student. The id of another person’s student selects none, so that a shared address opens. */
    child: uuid.optional(),
    /** `all` does not fill the filter of grades from the student. */
    grades: z.literal('all').optional(),
    /** Only groups whose lessons do not clash with those of the student every week. */
    free: z.literal('yes').optional(),
  }),
  answer: foundCourses.extend({
    /** The own students, and the selected one. */
    students: z.array(
      z.object({
        uuid,
        firstName: z.string(),
        grade: z.int().nullable(),
        /** Studies in a programme of the college. */
        isAtCollege: z.boolean(),
      }),
    ),
    student: uuid.nullable(),
    /** Which of them study in courses of this page. Courses that suit none of those for whom they are sought come last. */
    attended: z.array(z.object({ courseUuid: uuid, studentUuid: uuid })),
    /** For whom a course of this page is being bought: a contract is not concluded yet, or a place is held. */
    begun: z.array(z.object({ courseUuid: uuid, studentUuid: uuid, step: z.enum(['contract', 'place']) })),
  }),
})
export type CoursesForStudent = z.infer<typeof listCoursesForStudent.answer>

export const listCourseStudents = call('GET /v1/catalog/course/{id}/student/list', {
  summary: 'For whom the person may buy the course, with what stands against it in each group',
  added: true,
  access: buyer,
  params: z.object({ id: uuid }),
  answer: z.array(courseStudent),
})

export const listGroupStudents = call('GET /v1/catalog/group/student/list', {
  summary: 'For whom the person may buy groups of several courses, with what stands against it in each',
  added: true,
  access: buyer,
  query: comparedGroups,
  answer: z.array(courseStudent),
})

export const listCourseWaitingLists = call('GET /v1/catalog/waiting-list/list', {
  summary: 'The waiting lists for courses that the person or the children stand in',
  added: true,
  access: buyer,
  answer: z.array(courseWaitingList),
})
export const joinCourseWaitingList = call('POST /v1/catalog/waiting-list/join', {
  summary: 'Joins the waiting list of a full group; 409 when a place is free, or the course is not for the student',
  added: true,
  access: buyer,
  idempotent: true,
  body: z.strictObject({ groupUuid: uuid, studentUuid: uuid }),
  answer: courseWaitingList,
})
export const leaveCourseWaitingList = call('DELETE /v1/catalog/waiting-list/{id}', {
  summary: 'Leaves the waiting list; a held place goes to the next',
  added: true,
  access: buyer,
  params: z.object({ id: uuid }),
})

export const fillBasket = call('POST /v1/catalog/basket', {
  summary: 'A basket of one group for one child, to be turned into a contract; a second time the same one, renewed',
  added: true,
  access: buyer,
  body: z.strictObject({ groupUuid: uuid, studentUuid: uuid, paymentScheme: z.enum(paymentSchemes) }),
  answer: z.object({ groceryBasketUuid: uuid, campaignUuid: uuid }),
})

export const basket = z.object({
  groceryBasketUuid: uuid,
  campaignUuid: uuid,
  course: z.object({ uuid, title: schoolText }),
  group: courseGroup,
  student: z.object({ uuid, firstName: z.string(), lastName: z.string() }),
  plan: paymentPlan,
  /** Price of the group when the basket was created, and now. */
  price: z.object({ agreed: kopecks, now: kopecks }),
  /** From an enrolment in the 2035 programme: the place is already taken and the basket cannot be deleted. */
  isEnrolled: z.boolean(),
  /** Last day to sign a contract for that place; null if there is one or no enrolment. */
  keptUntil: day.nullable(),
  /** Why no contract can be created now. */
  obstacle: z.enum(purchaseObstacles).nullable(),
  /** The resulting contract. */
  contractUuid: uuid.nullable(),
  filledAt: iso,
})
export type Basket = z.infer<typeof basket>

export const readBasket = call('GET /v1/catalog/basket/{id}', {
  summary: 'A basket of one’s own, or that of the opportunity in which one is enrolled',
  added: true,
  access: buyer,
  params: z.object({ id: uuid }),
  /** Several enrolled children share the basket of an opportunity: selects one. */
  query: z.object({ studentUuid: uuid.optional() }),
  answer: basket,
})
export const getContractDraftLink = call('GET /v1/catalog/basket/{id}/contract-link', {
  summary:
    'The address of the contract that a basket would become as PDF, to be read before agreeing; good for 10 minutes',
  added: true,
  access: buyer,
  params: z.object({ id: uuid }),
  query: z.object({ studentUuid: uuid.optional() }),
  answer: z.object({ url: z.string() }),
})
export const readContractText = call('GET /v1/catalog/basket/{id}/contract-text', {
  summary: 'The text of the contract that a basket would become, to be read before agreeing',
  added: true,
  access: buyer,
  params: z.object({ id: uuid }),
  query: z.object({ studentUuid: uuid.optional() }),
  answer: contractText,
})
export const listBaskets = call('GET /v1/catalog/basket/list', {
  summary: 'Purchases that were begun and not finished, the latest first',
  added: true,
  access: buyer,
  answer: z.array(basket),
})
export const dropBasket = call('DELETE /v1/catalog/basket/{id}', {
  summary: 'Gives up a purchase that was begun; 409 when there is a contract already',
  added: true,
  access: buyer,
  params: z.object({ id: uuid }),
})
