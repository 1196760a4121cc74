import {
  type ComparedGroup,
  type Course,
  type CourseDetails,
  type CourseStudent,
  type CoursesForStudent,
  type CourseWaitingList,
  course,
  courseDetails,
  courseStudent,
  courseWaitingList,
  type FoundCourses,
  listCourses,
  listCoursesForStudent,
} from '#contract/enrolment/catalog.ts'

/** Responses of the catalog by the contract; a test overrides only the fields that it tests. */

export const courseIds = {
  course: '10000000-0000-4000-8000-000000000001',
  evening: '20000000-0000-4000-8000-000000000001',
  morning: '20000000-0000-4000-8000-000000000002',
  online: '20000000-0000-4000-8000-000000000003',
  fourth: '20000000-0000-4000-8000-000000000004',
  sokol: '30000000-0000-4000-8000-000000000001',
  artem: 'a0000000-0000-4000-8000-000000000001',
  maria: 'a0000000-0000-4000-8000-000000000002',
  place: '40000000-0000-4000-8000-000000000001',
}

type Group = CourseDetails['groups'][number]

export function courseGroup(own: Partial<Group> = {}): Group {
  return {
    groupUuid: courseIds.evening,
    title: 'А-7-А',
    teacher: 'Орлова Нина Петровна',
    format: 'offline',
    territory: { uuid: courseIds.sokol, title: 'Сокол' },
    address: 'улица Алабяна, 12',
    slots: [
      { weekday: 1, from: '17:00', to: '18:30' },
      { weekday: 3, from: '17:00', to: '18:30' },
    ],
    firstDay: '2099-12-01',
    startsOn: '2099-12-01',
    endsOn: '2100-05-31',
    price: 42_000_00,
    wholePrice: 42_000_00,
    placesLeft: 2,
    placesTotal: 12,
    waiting: 0,
    lessons: { total: 34, left: 34 },
    paymentSchemes: ['OnePayment', 'Recurent'],
    plans: [
      {
        paymentScheme: 'OnePayment',
        instalments: [{ title: 'Полная оплата', kind: 'whole', dueOn: '2099-11-26', amount: 42_000_00 }],
      },
      {
        paymentScheme: 'Recurent',
        instalments: [
          { title: 'Декабрь 2099', kind: 'month', dueOn: '2099-12-05', amount: 20_000_00 },
          { title: 'Январь 2100', kind: 'month', dueOn: '2100-01-05', amount: 22_000_00 },
        ],
      },
    ],
    ...own,
  }
}

/** A group of the comparison, of the sample course. */
export function comparedGroupSample(own: Partial<ComparedGroup> = {}): ComparedGroup {
  const course = {
    uuid: courseIds.course,
    title: 'Алгебра для седьмых классов',
    branch: 'school' as const,
    grades: [7],
  }
  return { ...courseGroup(own), course, isOnSale: true, ...own }
}

const fullCourseGroup = courseGroup({
  groupUuid: courseIds.morning,
  title: 'А-7-Б',
  placesLeft: 0,
  waiting: 3,
  slots: [{ weekday: 6, from: '10:00', to: '11:30' }],
})

const onlineCourseGroup = courseGroup({
  groupUuid: courseIds.online,
  title: 'А-7-В',
  format: 'webinar',
  territory: null,
  address: null,
  teacher: null,
  price: 28_500_00,
  plans: [
    {
      paymentScheme: 'Recurent',
      instalments: [
        { title: 'Декабрь 2099', kind: 'month', dueOn: '2099-12-05', amount: 14_000_00 },
        { title: 'Январь 2100', kind: 'month', dueOn: '2100-01-05', amount: 14_500_00 },
      ],
    },
  ],
  placesLeft: 11,
})

export function courseSample(own: Partial<Course> = {}): Course {
  return course.parse({
    uuid: courseIds.course,
    title: 'Алгебра для седьмых классов',
    subject: 'Математика',
    description: 'Уравнения, функции и немного геометрии.',
    branch: 'school',
    grades: [5, 6, 7, 9],
    formats: ['offline', 'webinar'],
    priceFrom: 28_500_00,
    isPriceOfRest: false,
    lessons: 34,
    monthlyPrice: 9_500_00,
    firstDay: '2099-12-01',
    placesLeft: 13,
    groups: [courseGroup(), courseGroup({ format: 'webinar', territory: null, slots: [] })],
    ...own,
  })
}

export function courseDetailsSample(own: Partial<CourseDetails> = {}): CourseDetails {
  return courseDetails.parse({
    ...courseSample(),
    programme: [
      { week: '2099-11-30', topics: ['Степени', 'Многочлены'] },
      { week: '2099-12-07', topics: ['Линейные уравнения'] },
    ],
    groups: [courseGroup(), fullCourseGroup, onlineCourseGroup],
    ...own,
  })
}

export function foundCourses(own: Partial<FoundCourses> = {}): FoundCourses {
  const items = own.items ?? [courseSample()]
  return listCourses.answer.parse({
    items,
    total: items.length,
    page: 1,
    pageSize: 20,
    facets: {
      branch: [{ value: 'school', title: 'Школа', count: 13 }],
      subject: [
        { value: 'math', title: 'Математика', count: 12 },
        { value: 'physics', title: 'Физика', count: 1 },
        { value: 'art', title: 'Рисование', count: 0 },
      ],
      grade: [{ value: '7', title: '7 класс', count: 4 }],
      format: [{ value: 'webinar', title: 'webinar', count: 3 }],
      territory: [{ value: courseIds.sokol, title: 'Сокол', count: 5 }],
    },
    ...own,
  })
}

export function coursesForStudent(own: Partial<CoursesForStudent> = {}): CoursesForStudent {
  const students = [
    { uuid: courseIds.artem, firstName: 'Артём', grade: 7, isAtCollege: false },
    { uuid: courseIds.maria, firstName: 'Мария', grade: 5, isAtCollege: false },
  ]
  return listCoursesForStudent.answer.parse({
    ...foundCourses(own),
    students,
    student: null,
    attended: [],
    begun: [],
    ...own,
  })
}

export function courseStudentSample(own: Partial<CourseStudent> = {}): CourseStudent {
  return courseStudent.parse({
    studentUuid: courseIds.artem,
    firstName: 'Артём',
    lastName: 'Соколов',
    grade: 7,
    obstacle: null,
    groups: [courseIds.evening, courseIds.morning, courseIds.online].map((groupUuid) => eligibility({ groupUuid })),
    ...own,
  })
}

type Eligibility = CourseStudent['groups'][number]

export function eligibility(own: Partial<Eligibility> = {}): Eligibility {
  return { groupUuid: courseIds.evening, obstacle: null, waitingList: null, conflicts: [], ...own }
}

export function courseWaitingListSample(own: Partial<CourseWaitingList> = {}): CourseWaitingList {
  return courseWaitingList.parse({
    uuid: courseIds.place,
    courseUuid: courseIds.course,
    courseTitle: 'Алгебра для седьмых классов',
    groupUuid: courseIds.morning,
    groupTitle: 'А-7-Б',
    studentUuid: courseIds.artem,
    position: 2,
    length: 4,
    joinedAt: '2026-11-20T09:00:00Z',
    heldUntil: null,
    ...own,
  })
}
