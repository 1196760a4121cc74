import {
  auditKinds,
  auditOutcomes,
  contractStatuses,
  gradeBookViews,
  lessonFormats,
  linkErrors,
  paymentSchemes,
  scheduleFilterKinds,
  scheduleLayers,
  scheduleViews,
  userStatuses,
} from './enumerations.ts'
import { comparedGroups, searchLength } from './limits.ts'
import { roleGroups } from './roles.ts'
import { day, group, oneOf, pageNumber, search, someOf, text, texts, uuid, uuids, verbatim, year } from './search.ts'

/** What each screen reads of its address (D-18); a part that nobody knows is left out. */

export const scheduleSearch = search({
  /** Missing: what the width of the window suits, the list on a phone and the month elsewhere. */
  view: oneOf(scheduleViews),
  /** Missing: today. */
  date: day,
  filter: group({ kind: someOf(scheduleFilterKinds), child: text(), layer: someOf(scheduleLayers) }),
  /** Key of the entry whose details are open. */
  item: text(),
  /** What lies over the page: the filters of a phone, a letter, the letters, the subscription. */
  dialog: oneOf(['filters', 'ticket', 'tickets', 'feed']),
})
export type ScheduleSearch = ReturnType<typeof scheduleSearch>

export const scheduleChangeSearch = search({
  contract: uuid,
  territory: uuid,
  group: uuid,
  /** `done` shows the move that came of it. */
  step: oneOf(['confirm', 'done']),
})
export type ScheduleChangeSearch = ReturnType<typeof scheduleChangeSearch>

export const catalogSearch = search({
  search: text(searchLength),
  filter: group({ subject: texts, grade: texts, format: someOf(lessonFormats), territory: texts }),
  /** Missing: the first. */
  page: pageNumber,
  /** What lies over the page: the filters of a phone. */
  dialog: oneOf(['filters']),
})
export type CatalogSearch = ReturnType<typeof catalogSearch>

export const courseSearch = search({
  /** For whom the groups are judged; missing: the first child. */
  child: uuid,
  /** Groups that are looked at side by side. */
  compare: uuids(comparedGroups),
})

export const purchaseSearch = search({
  child: uuid,
  group: uuid,
  scheme: oneOf(paymentSchemes),
  /** What is about to become a contract. */
  basket: uuid,
  /** What has come of it. */
  contract: uuid,
})
export type PurchaseSearch = ReturnType<typeof purchaseSearch>

export const programmeSearch = search({
  /** Of the offer (D-20); missing: that of the menu. */
  token: text(22),
  /** The opportunity in whose dialog one is about to enrol. */
  enrol: uuid,
})
export type ProgrammeSearch = ReturnType<typeof programmeSearch>

export const contractSearch = search({
  filter: group({ child: text(), status: someOf(contractStatuses) }),
})
export type ContractSearch = ReturnType<typeof contractSearch>

export const contractDetailSearch = search({
  /** The month, `2027-06`, by whose end it is told what will have been paid. */
  by: text(),
  /** The payment whose requisites are open. */
  pay: uuid,
})
export type ContractDetailSearch = ReturnType<typeof contractDetailSearch>

export const eventSearch = search({
  when: oneOf(['past']),
  filter: group({ category: texts, format: someOf(lessonFormats) }),
  /** The event whose details are open. */
  event: text(),
})
export type EventSearch = ReturnType<typeof eventSearch>

export const gradeBookSearch = search({
  child: uuid,
  /** Missing: the book of this school year. */
  book: uuid,
  /** Missing: the present term. */
  term: uuid,
  /** What a book opens with depends on its variant. */
  view: oneOf(gradeBookViews),
  /** The course that is looked at by itself. */
  course: uuid,
  /** The mark, or the day without one, whose details are open. */
  mark: uuid,
})
export type GradeBookSearch = ReturnType<typeof gradeBookSearch>

export const progressSearch = search({
  /** Missing: the first child, and the child’s first group. */
  child: uuid,
  group: uuid,
  /** Only lessons with something to see to: missed, overdue, or commented. */
  only: oneOf(['notable']),
})
export type ProgressSearch = ReturnType<typeof progressSearch>

export const taxSearch = search({
  /** Missing: the last year that is over. */
  year,
  /** Whose studies; missing: the first for whom the person has paid. */
  student: uuid,
  /** The form for what the tax office asks of the applicant, or of the student. */
  dialog: oneOf(['applicant', 'student']),
})
export type TaxSearch = ReturnType<typeof taxSearch>

export const profileSearch = search({
  /** What came of linking an account, told by the address that the provider led back to. */
  linked: text(),
  /** The form over the page. */
  dialog: oneOf(['names', 'email', 'phone']),
  linkError: (raw) => oneOf(linkErrors)(raw) ?? (text()(raw) === undefined ? undefined : 'refused'),
})

export const panelSearch = search({
  tab: oneOf(['audit', 'own']),
  search: text(searchLength),
  filter: group({
    group: oneOf(roleGroups),
    status: oneOf(userStatuses),
    kind: oneOf(auditKinds),
    outcome: oneOf(auditOutcomes),
    actor: uuid,
    subject: uuid,
    from: day,
    to: day,
  }),
  /** Whose card is open. */
  user: uuid,
  /** The question for the reason over the card, or the form for one's own names. */
  dialog: oneOf(['login', 'names']),
})
export type PanelSearch = ReturnType<typeof panelSearch>

/** Exactly as read from the query; absent ones are left out (S2, D-3). */
export const oauthResultSearch = search({
  code: verbatim,
  session: verbatim,
  state: verbatim,
  from_url: verbatim,
  iss: verbatim,
  error: verbatim,
  error_description: verbatim,
})

/** Of the 404 page: what is not there any more, where it is known. */
export const lostSearch = search({ lost: oneOf(['document']) })

/** Of the logout page that a sign-out link led to: where the person was. */
export const cameFrom = search({ from: text() })

/** Of the 403 page: where the person was, and what the browser keeps back that signing in needs. */
export const refusedSearch = search({ from: text(), without: oneOf(['cookies']) })

/** Of the 500 page: where the person was, and what it was that failed, where its words are others. */
export const brokenSearch = search({ from: text(), after: oneOf(['sign-in']) })
