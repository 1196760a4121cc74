import {
  auditActions,
  contractStatuses,
  lessonFormats,
  linkErrors,
  scheduleFilterKinds,
  scheduleLayers,
  scheduleViews,
  userStatuses,
} from './enumerations.ts'
import { searchLength } from './limits.ts'
import { roleGroups } from './roles.ts'
import { day, group, oneOf, search, someOf, text, texts, uuid, verbatim } from './search.ts'

/** What each screen reads of its address (D-18); a part that nobody knows is left out. */

export const scheduleSearch = search({
  /** Missing: what the width of the window suits, the list on a phone and the month elsewhere. */
  view: oneOf(scheduleViews),
  /** Missing: today. */
  date: day,
  filter: group({ kind: someOf(scheduleFilterKinds), child: text(), layer: someOf(scheduleLayers) }),
  /** Key of the entry whose details are open. */
  item: text(),
  dialog: oneOf(['filters']),
})
export type ScheduleSearch = ReturnType<typeof scheduleSearch>

export const contractSearch = search({ filter: group({ child: text(), status: someOf(contractStatuses) }) })
export type ContractSearch = ReturnType<typeof contractSearch>

export const eventSearch = search({
  when: oneOf(['past']),
  filter: group({ category: texts, format: someOf(lessonFormats) }),
  /** The event whose details are open. */
  event: text(),
})
export type EventSearch = ReturnType<typeof eventSearch>

export const profileSearch = search({
  /** What came of linking an account, told by the address that the provider led back to. */
  linked: text(),
  linkError: (raw) => oneOf(linkErrors)(raw) ?? (text()(raw) === undefined ? undefined : 'refused'),
})

export const panelSearch = search({
  tab: oneOf(['audit']),
  search: text(searchLength),
  filter: group({
    group: oneOf(roleGroups),
    status: oneOf(userStatuses),
    action: oneOf(auditActions),
    actor: uuid,
    subject: uuid,
    from: day,
    to: day,
  }),
  /** Whose card is open. */
  user: uuid,
  /** The question for the reason is open over the card. */
  dialog: oneOf(['login']),
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

/** Of the 403 and 500 pages: where the person was. */
export const cameFrom = search({ from: text() })
